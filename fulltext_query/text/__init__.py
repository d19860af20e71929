"""Text to tokens: normalise, recognise, segment, stem. The same code serves queries and documents."""
