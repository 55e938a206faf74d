"""Words: the catalogues in French and English, sentences, notation, and the table as text."""
