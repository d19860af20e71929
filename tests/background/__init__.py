"""Frequencies of the user's domain: counted, kept, merged, compared."""
