"""Searchers in the clothes of other libraries; each module needs the extra of its name."""
