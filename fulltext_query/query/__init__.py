"""Weighted tokens to a query: slots, budget, minimum match, and a printer for each output."""
