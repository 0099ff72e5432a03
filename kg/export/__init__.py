"""Graph → files, a module for each kind."""

RDF_SYNTAXES = ("ttl", "nt", "jsonld", "rdf", "trig")
"""The syntaxes of RDF that a graph can be written in, by the end of a file's name."""

RDF_FORMATS = (*RDF_SYNTAXES, *(f"{syntax}.gz" for syntax in RDF_SYNTAXES))
"""What the name of a file of RDF can end with: a syntax, and ``.gz`` where it is to be gzipped."""
