"""The tests; engine/ starts the real engines that they ask."""
