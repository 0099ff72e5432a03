"""BibTeX and BibLaTeX, as people, reference managers and publishers write them.

Written by hand: bibtexparser 2.1, the best of the libraries, holds a whole file in seven times its size. Fed entry by
entry, it still glues a field to the next where a comma is missing, loses an entry for one comma too many, a comment
between fields, a name without a value or a backslash before its brace, and puts no strings in. pybtex stops at the first
error, or drops the fields after it. What is left for them to do, matching braces and quotes, is less than what mends these.

A record is an entry; ``@string``, ``@preamble``, ``@comment`` and what stands between entries are none. Volumes of
proceedings, issues of periodicals and ``@xdata`` are records that are no papers, whether or not others inherit from them;
books are papers. An entry without a title is no paper, though BibTeX would give it that of the volume that it is in.
"""

from kg.read.bibtex.reader import READER

__all__ = ["READER"]
