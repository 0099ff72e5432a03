"""Headings before abstracts, and lines of copyright around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text.abstracts import without_copyright, without_heading
from tests.timing import assert_takes


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Abstract: ",
            "ABSTRACT. ",
            "abstract - ",
            "Abstract—",
            "Abstract\n\n",
            "Abstract ",
            "ABSTRACT ",
            "Abstract-",
        ),
        *("Summary: ", "Synopsis. ", "SUMMARY ", "Summary ", "Abstract", "Abstract.", "Summary form only given. "),
    ],
)
def test_heading_goes(heading: str) -> None:
    assert without_heading(heading + "We prove it.") == "We prove it."


@pytest.mark.parametrize(
    ("abstract", "wanted"),
    [
        ("Abstract Graph matching (GM) is hard.", "Abstract Graph matching (GM) is hard."),
        ("Abstract Sparse coding is a tool.", "Sparse coding is a tool."),
        ("Abstract A GAN learns.", "A GAN learns."),
        ("Abstract In 2D we see.", "In 2D we see."),
    ],
)
def test_heading_without_colon(abstract: str, wanted: str) -> None:
    assert without_heading(abstract) == wanted


@pytest.mark.parametrize(
    "before",
    [
        "Author(s): Lovelace, Ada | Advisor(s): Turing, Alan | Abstract: ",
        "Author(s): Ada | Abstract: ",
        "Advisor(s): A | Abstract: ",
    ],
)
def test_people_before_an_abstract_go(before: str) -> None:
    assert without_heading(before + "We prove it. Abstract: no.") == "We prove it. Abstract: no."
    assert (
        without_heading("Author(s): we ask who they are. Abstract: no.")
        == "Author(s): we ask who they are. Abstract: no."
    )


@pytest.mark.parametrize(
    "abstract",
    [
        "Abstract Meaning Representation (AMR) is a graph.",
        "Abstract Meaning representations are graphs.",
        "Abstract interpretation is sound.",
        "Abstract Interpretation is sound.",
        "Abstract Visual Reasoning (AVR) is hard.",
        "Abstract-level planning and abstract art.",
        "Abstraction helps.",
        "Abstracts of papers are read.",
        "Summary Statistics lose information.",
        "Summary statistics lose information.",
        "Summaries help.",
        "Abstract",
        "Abstract:",
        "Synopsis generation is hard.",
        "",
    ],
)
def test_term_stays(abstract: str) -> None:
    assert without_heading(abstract) == abstract


@pytest.mark.parametrize(
    "tail",
    [
        " © 2021 Elsevier Ltd",
        " (C) 2019 Elsevier B.V. All rights reserved.",
        " Copyright © 2016 John Wiley & Sons, Ltd.",
        " Copyright (C) 2002 IFAC",
        " Copyright IEEE.",
        " © IEEE.",
        " Crown Copyright © 2012 Published by Elsevier Ltd. All rights reserved.",
        " © The Author(s) 2020. Published by Oxford University Press.",
        (
            " © 2020 by the authors. Licensee MDPI, Basel, Switzerland. This article is an open access article distributed under"
            " the terms and conditions of the Creative Commons Attribution (CC BY) license."
        ),
        " © 2019, Springer Nature Switzerland AG.",
        " (c) 2007 Wiley Periodicals, Inc. J Made Up 28: 12-30, 2007",
        " 2014 Elsevier Ltd. All rights reserved.",
        " Elsevier B.V. All rights reserved.",
        " Published by Elsevier Ltd.",
        " All rights reserved.",
        " [ABSTRACT FROM AUTHOR]",
        (
            " Copyright of Made Up is the property of Made Press and its content may not be copied or emailed to multiple sites"
            " without the copyright holder's express written permission. However, users may print articles for individual use."
        ),
        "\n\n© 2021 ACM.",
        " IEEE",
        " IEEE.",
        " © 2021 IEEE. IEEE",
        " (PsycINFO Database Record (c) 2018 APA, all rights reserved)",
        " (PsycInfo Database Record (c) 2024 APA, all rights reserved).",
        " (APA PsycInfo Database Record (c) 2020 APA, all rights reserved)",
        " PsycINFO Database Record (c) 2012 APA, all rights reserved",
        " © 2018 Elsevier Ltd (PsycINFO Database Record (c) 2018 APA, all rights reserved)",
        " [PUBLICATION ABSTRACT]",
        (
            " [ABSTRACT FROM AUTHOR] Copyright of J. Graphs is the property of Graph Ltd and its content may not be copied or"
            " emailed to multiple sites without the copyright holder's express written permission. However, users may print,"
            " download, or email articles for individual use. This abstract may be abridged. No warranty is given about the"
            " accuracy of the copy. (Copyright applies to all Abstracts.)"
        ),
    ],
)
def test_copyright_goes(tail: str) -> None:
    assert without_copyright("We prove it." + tail) == "We prove it."


@pytest.mark.parametrize(
    "notice",
    [
        "© 2017 IEEE. ",
        "© 2014 IEEE.",
        "©2020 by the authors. ",
        "© 1998-2012 IEEE. ",
        "© The Author(s) 2019. ",
        "© 2015 Elsevier Ltd. All rights reserved. ",
        "© 2017 Elsevier B.V. ",
        "© 2013 Published by Elsevier B.V. All rights reserved. ",
        "© Springer International Publishing AG 2017. ",
        "© 2016, Springer-Verlag Berlin Heidelberg. ",
        "© 2018 The Author(s). Published by Elsevier Ltd. ",
        "© 2014 by the authors; licensee MDPI, Basel, Switzerland. ",
        "© 2019 The Author(s). Published by Elsevier B.V. This is an open access article (http://example.org/by/4.0/). ",
        "© Copyright 2015 Wiley & Sons, Ltd. ",
        "Copyright © 2012, Association for the Advancement of Artificial Intelligence. All rights reserved. ",
        "Copyright 2010 ACM. ",
        "(c) 2019 J. Lovelace and A. Turing. ",
        "© 2017 IEEE. © 2017 IEEE. ",
    ],
)
@pytest.mark.parametrize("abstract", ["This paper studies graphs.", "Graphs are seen in 3D. " * 30 + "They are."])
def test_copyright_goes_from_the_beginning_too(notice: str, abstract: str) -> None:
    assert without_copyright(notice + abstract) == abstract


@pytest.mark.parametrize(
    "abstract",
    [
        "Copyright law is a field of 2019. We study it.",
        "Copyright protection of what is published by IEEE is hard. We study it.",
        "(C) 2 is a constant. It is known since 2019.",
        "© is the sign that we study in 2019. It is old.",
        "© 2018 Association for Computational Linguistics We propose it",
    ],
)
def test_what_only_begins_like_a_notice_stays(abstract: str) -> None:
    assert without_copyright(abstract) == abstract


@pytest.mark.parametrize(
    "abstract",
    [
        "We study copyright. Copyright law is old. It matters.",
        "We ask who reads © 2021 Elsevier Ltd",
        "(a) One. (c) 2000 images were used.",
        "(a) It is right, (b) fast, (c) 2020 data of the IEEE.",
        "We satisfy RTD(C) and use ADAMS© here.",
        "It is a standard of the IEEE",
        "It is used by the IEEE.",
        "The PsycINFO Database Record was searched, and our results help.",
        "Published by Springer in 1999, the book is used. We read it.",
        "All rights reserved by the state are studied here, and the results show that it matters.",
        "We did. © marks are a topic. Signs of the Society were counted, and our results show that they help.",
        "",
    ],
)
def test_prose_stays(abstract: str) -> None:
    assert without_copyright(abstract) == abstract


WORDS = [
    "Abstract",
    "Summary",
    ".",
    ":",
    " ",
    "-",
    "The",
    "the",
    "© ",
    "2021 ",
    "Elsevier",
    "All rights reserved",
    "\n\n",
    "(c) ",
    "IEEE",
    "[PUBLICATION ABSTRACT]",
    "[ABSTRACT FROM AUTHOR] ",
    "(PsycINFO Database Record ",
]


@given(st.lists(st.sampled_from(WORDS)).map("".join))
def test_only_what_stands_around_goes(abstract: str) -> None:
    assert without_heading(abstract) in abstract
    shorter = without_copyright(abstract)
    assert abstract.startswith(shorter)
    assert without_copyright(shorter) == shorter or len(abstract) > 100


@pytest.mark.parametrize(
    "unit",
    [
        "Abstract ",
        "© ",
        "Copyright ",
        "Copyright of ",
        "Elsevier ",
        "A",
        "1999 A",
        " ",
        "\n",
        "IEEE. ",
        "[PUBLICATION ABSTRACT]",
        "Author(s): ",
    ],
)
def test_time_is_bounded(unit: str) -> None:
    abstract = unit * (100_000 // len(unit))
    assert_takes(0.5, lambda: without_copyright(without_heading(abstract)))
