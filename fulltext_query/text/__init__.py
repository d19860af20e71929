"""Text to tokens: normalise, recognise, segment, stem. One code for queries and documents."""
