"""AddNorm: a course on the Transformer encoder that grades itself."""

__version__ = "0.1.0"
