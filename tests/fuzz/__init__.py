"""Fuzzing of the readers: ``python -m tests.fuzz KIND --seconds N``.

Made-up records are written in every format that can be read (:mod:`forms`), and that in turn is packed, encoded and damaged
(:mod:`mutations`). What comes out is read in a process of its own (:mod:`child`), whose memory and time are bounded, and
what it gives is checked (:mod:`checks`): only ``InputError`` is raised, texts are clean, all records are accounted for,
nothing private gets through, nothing but the input is opened, and twice the input takes no more than some three times as
long. What fails is made as small as it goes (:mod:`shrinking`) and kept.

A document that is left as it was written, however odd the values in it, has a known number of records; one that was damaged
has not.

Coverage does not choose what is damaged further: libFuzzer (atheris 3.0) with the same mutations reached in 2,000 files as
many branches of the readers as 2,000 fresh files do that are written and damaged once (JSON 2,175 and 2,220, BibTeX 2,006 and
1,897), and its instrumentation takes half of the speed. What is written holds every feature of its format to begin with.
"""
