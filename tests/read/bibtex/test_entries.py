"""What entries say, in the many ways in which they say it."""

import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.bibtex.reader import NO_PARENT
from kg.read.formats import detect
from kg.read.record import NO_TEXT, NOT_A_PAPER, RETRACTED


@pytest.fixture
def paper(load):
    """Reads one entry of the given fields."""

    def paper(fields, kind="article"):
        papers, problems = load("refs.bib", f"@{kind}{{key,\n{fields}\n}}\n")
        assert (len(papers), problems) == (1, [])
        return papers[0]

    return paper


def test_an_entry_is_read_whole(paper):
    found = paper(
        r"""  Title = {{On {G}raphs of {K\"o}nigsberg}},
  Author = "Lovelace, Ada and Alan M. Turing and {Graph and Tree Group}",
  Abstract = {{We gain 5\% (or 10%) at \$3 & less.}},
  Journal = {Journal of Trees \& Graphs},
  YEAR = 2021,
  month = mar,
  doi = {10.5555/a\_b},
  url = {\url{https://example.org/a\_b}},
  Keywords = {deep learning, graphs},
  file = {:C$\backslash$:/Users/ada/graphs.pdf:pdf},
  annote = {Ada's own thoughts}"""
    )
    assert found.id == "10.5555/a_b"
    assert found.title == "On Graphs of Königsberg"
    assert found.abstract == "We gain 5% (or 10%) at $3 & less."
    assert found.authors == ("Ada Lovelace", "Alan M. Turing", "Graph and Tree Group")
    assert (found.year, found.venue) == (2021, "Journal of Trees & Graphs")
    assert found.url == "https://example.org/a_b"
    assert found.keywords == ("deep learning", "graphs")
    assert found.source.line == 1
    assert "thoughts" not in repr(found)
    assert "Users" not in repr(found)


def test_biblatex_has_names_of_its_own_for_fields(paper):
    found = paper(
        "title = {On Graphs}, subtitle = {A Study}, journaltitle = {Graphs}, date = {2021-03/2021-04}, "
        "eprint = {2103.00001v2}, eprinttype = {arXiv}, urldate = {2024-01-01}"
    )
    assert (found.title, found.venue, found.year) == ("On Graphs: A Study", "Graphs", 2021)
    assert (found.id, found.ids) == ("arXiv:2103.00001", ("arxiv:2103.00001",))


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ("eprint = {2103.00001}, archivePrefix = {arXiv}, primaryClass = {cs.LG}", "arxiv:2103.00001"),
        ("eprint = {arXiv:math/0309136}", "arxiv:math/0309136"),
        ("journal = {arXiv preprint arXiv:2103.00001}", "arxiv:2103.00001"),
        ("journal = {CoRR}, volume = {abs/2103.00001}", "arxiv:2103.00001"),
        ("arxivId = {2103.00001}", "arxiv:2103.00001"),
        ("howpublished = {\\url{https://arxiv.org/abs/2103.00001}}", "arxiv:2103.00001"),
        ("url = {https://aclanthology.org/2022.acl-long.17/}", "acl:2022.acl-long.17"),
        ("pmid = {123456}", "pmid:123456"),
        ("note = {{PMID:} 123456}", "pmid:123456"),
        ("eprint = {123456}, eprinttype = {pubmed}", "pmid:123456"),
        ("doi = {https://doi.org/10.5555/A{\\_}1}", "doi:10.5555/a_1"),
    ],
)
def test_ids_are_found_where_people_write_them(paper, fields, name):
    assert paper(f"title = {{On Graphs}}, {fields}").ids == (name,)


def test_an_eprint_elsewhere_is_no_arxiv_id(paper):
    assert paper("title = {On Graphs}, eprint = {2103.00001}, eprinttype = {hal}").ids == ()


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Lovelace, Ada and others", ("Ada Lovelace",)),
        ("Ada Lovelace AND\n   Alan Turing", ("Ada Lovelace", "Alan Turing")),
        ("{van der Waals}, Johannes and van Gogh, Vincent", ("Johannes van der Waals", "Vincent van Gogh")),
        ("King, Jr., Martin L. and Ludwig van Beethoven", ("Martin L. King Jr.", "Ludwig van Beethoven")),
        ("{Council on Graphs, Trees and Forests} and Li, X.", ("Council on Graphs, Trees and Forests", "X. Li")),
        ("{{Barnes and Noble}}", ("Barnes and Noble",)),
        ("{Lovelace, Ada and Turing, Alan}", ("Ada Lovelace", "Alan Turing")),
        ("given=Johannes, prefix=van der, family=Waals and family=Turing, given={Alan M.}",
         ("Johannes van der Waals", "Alan M. Turing")),
        (r"Erd\H{o}s, P{\'a}l and G{\"o}del, Kurt and \O ystein Ore", ("Pál Erdős", "Kurt Gödel", "Øystein Ore")),
        ("A. Smith, B. Jones, C. Wu", ("A. Smith", "B. Jones", "C. Wu")),
        ("Smith, A.; Jones, B.", ("Smith, A.", "Jones, B.")),
        ("De La Cruz, Maria Jose", ("Maria Jose De La Cruz",)),
    ],
)  # fmt: skip
def test_authors(paper, written, names):
    assert paper(f"title = {{On Graphs}}, author = {{{written}}}").authors == names


@pytest.mark.parametrize(
    ("fields", "year"),
    [
        ("year = {2021/03}", 2021),
        ("year = {{2021}}", 2021),
        ("year = {in press}, date = {2021-03}", 2021),
        ("urldate = {2021-03-01}", None),
        ('year = "19" # 99', 1999),
    ],
)
def test_years(paper, fields, year):
    assert paper(f"title = {{On Graphs}}, {fields}").year == year


@pytest.mark.parametrize(
    ("kind", "venue"), [("inproceedings", "booktitle"), ("phdthesis", "school"), ("report", "institution")]
)
def test_venues(paper, kind, venue):
    assert paper(f"title = {{On Graphs}}, {venue} = {{Graphs {{and}} Trees}}", kind).venue == "Graphs and Trees"


@pytest.mark.parametrize("written", ["graphs; big, wide trees", "graphs,big wide trees"])
def test_keywords_are_separated_by_semicolon_or_comma(paper, written):
    assert len(paper(f"title = {{On Graphs}}, keywords = {{{written}}}").keywords) == 2


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("{BERT} and the {$x_{i}$} of {T$^{2}$-X}", "BERT and the x_i of T^2-X"),
        (r"A \emph{very {big}} tree", "A very big tree"),
        (r"{\'E}tude, na\"{\i}ve, \v{S}ar, Stra{\ss}e, {\L}\'od\'z", "Étude, naïve, Šar, Straße, Łódź"),
        (r"35% better than a gain of 5\%, AT\&T", "35% better than a gain of 5%, AT&T"),
        ("Trees --- or ``forests''", "Trees — or “forests”"),
        (r'K\\"onig', "König"),
        ("sets {a, b} of (x)", "sets a, b of (x)"),
    ],
)  # fmt: skip
def test_titles_keep_their_letters_and_lose_their_braces(paper, written, title):
    assert paper(f"title = {{{written}}}").title == title


def test_strings_and_concatenation(load):
    text = """@String{icml = "Int. Conf. on " # {Machine Learning}}
@string(ada = "Ada Lovelace")
@string(AND = " and ")
@string{both = ada # And # {Alan Turing}}
@inproceedings{a, title = "On " # {Graphs} # 2, author = BOTH, booktitle = ICML # " (" # 2021 # ")", year = 2021}
"""
    papers, problems = load("refs.bib", text)
    assert problems == []
    assert papers[0].title == "On Graphs2"
    assert papers[0].authors == ("Ada Lovelace", "Alan Turing")
    assert papers[0].venue == "Int. Conf. on Machine Learning (2021)"


def test_parentheses_comments_and_preambles_lose_nothing(load):
    text = """This file was made by hand. Mail ada@example.org {about} it.
% @article{old, title = {Not this}}
@comment{jabref-meta: grouping {x;}}
@
 % a comment
preamble
 % another @article{
 { "\\newcommand{\\x}{y} @article{no, " # "}" }
@article(a, title = "On Graphs :)", note = {a) b}, year = 2021)
@ARTICLE {b , title = {On Trees}} @misc{c;d:e/f,title={On Forests}}
"""
    papers, problems = load("refs.bib", text)
    assert problems == []
    assert [paper.title for paper in papers] == ["On Graphs :)", "On Trees", "On Forests"]
    assert [paper.id for paper in papers] == ["refs/a", "refs/b", "refs/c;d:e/f"]
    assert [paper.source.line for paper in papers] == [9, 10, 10]


def test_entries_in_a_comment_are_left_out_and_said(load):
    text = "@comment{\n@article{a, title = {On Graphs}}\n@article{b, title={x}}\n}\n@article{c,\n title = {On Trees}}\n"
    papers, [problem] = load("refs.bib", text)
    assert [paper.id for paper in papers] == ["refs/c"]
    assert (problem.effect, problem.source.line) == (Effect.NOTED, 1)
    assert "2 entries" in problem.detail


def test_an_address_or_an_at_sign_within_an_abstract_begins_nothing(paper):
    found = paper("title = {On Graphs}, abstract = {We mail\n@ada and x@y.org {z}. LeQua @ {CLEF}\n@home {too}.}")
    assert found.abstract.endswith("LeQua @ CLEF @home too.")


def test_duplicate_keys_are_one_paper_only_where_they_are_the_same(load):
    same = "@article{dup,\n title = {On the Theory of Graphs},\n author = {Lovelace, Ada},\n year = 2021}\n"
    other = "@article{dup,\n title = {On the Practice of Trees},\n author = {Turing, Alan},\n year = 2022}\n"
    papers, [merged, named] = load("refs.bib", same + same + other)
    assert sorted(paper.title for paper in papers) == ["On the Practice of Trees", "On the Theory of Graphs"]
    assert len({paper.id for paper in papers}) == 2
    assert (merged.effect, merged.source.line) == (Effect.MERGED, 5)
    assert (named.effect, named.source.line) == (Effect.NOTED, 9)


PROCEEDINGS = (
    "@proceedings{p21,\n title = {Proc. of Graphs},\n year = 2021,\n editor = {Noether, Emmy},\n doi = {10.5555/p}}\n"
)


@pytest.mark.parametrize("before", [True, False])
def test_parents_give_year_and_venue_wherever_they_stand(load, before):
    text = "@inproceedings{a,\n title = {On Graphs},\n crossref = {P21}}\n@article{b,\n title = {On Trees}}\n"
    papers, [problem] = load("refs.bib", PROCEEDINGS + text if before else text + PROCEEDINGS)
    assert (papers[0].venue, papers[0].year, papers[0].doi) == ("Proc. of Graphs", 2021, "")
    assert papers[0].authors == ()
    assert [paper.title for paper in papers] == ["On Graphs", "On Trees"]
    assert (problem.reason, problem.raw) == (NOT_A_PAPER, "Proc. of Graphs")


def test_parents_of_parents_and_xdata(load):
    text = """@inbook{a, title = {On Graphs}, crossref = {v1}}
@misc{b, title = {On Trees}, xdata = {x1,x2}}
@book{v1, title = {Graphs I}, crossref = {v}, author = {Lovelace, Ada}}
@mvcollection{v, title = {All Graphs}, year = 2020}
@xdata{x1, journaltitle = {Trees}} @xdata{x2, date = {2019-01}}
"""
    papers, problems = load("refs.bib", text)
    assert [(paper.title, paper.venue, paper.year) for paper in papers] == [
        ("On Graphs", "Graphs I", 2020),
        ("On Trees", "Trees", 2019),
        ("Graphs I", "All Graphs", 2020),
    ]
    assert papers[0].authors == ("Ada Lovelace",)
    assert [problem.reason for problem in problems] == [NOT_A_PAPER] * 3


def test_circles_of_parents_end(load):
    text = """@book{a, title = {On Graphs}, crossref = {a}}
@book{b, title = {On Trees}, crossref = {c}}
@book{c, title = {On Forests}, crossref = {b}, year = 2020}
"""
    papers, problems = load("refs.bib", text)
    assert [(paper.title, paper.venue, paper.year) for paper in papers] == [
        ("On Graphs", "", None),
        ("On Trees", "On Forests", 2020),
        ("On Forests", "On Trees", 2020),
    ]
    assert problems == []


def test_a_parent_that_is_missing_is_noted(load):
    papers, [problem] = load("refs.bib", "@inproceedings{a,\n title = {On Graphs},\n crossref = {gone}}")
    assert papers[0].title == "On Graphs"
    assert (problem.reason, problem.effect) == (NO_PARENT, Effect.NOTED)


def test_the_title_of_a_volume_is_not_that_of_a_paper(load):
    text = "@inproceedings{a,\n crossref = {p21}}\n@inproceedings{b,\n title = {On Graphs}}\n" + PROCEEDINGS
    papers, problems = load("refs.bib", text)
    assert [paper.title for paper in papers] == ["On Graphs"]
    assert [problem.reason for problem in problems] == [NO_TEXT, NOT_A_PAPER]


def test_what_was_retracted_is_skipped_unless_wanted(write):
    path = write(
        "savedrecs.bib", "@article{ WOS:1,\nTitle = {{On Graphs}},\nType = {{Article; Retracted Publication}},\n}\n"
    )
    [problem] = read(path)
    assert problem.reason == RETRACTED
    [found] = read(path, include_rejected=True)
    assert found.title == "On Graphs"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf@article{a,\r\n  title = {K\xc3\xb6nigsberg},\r\n}\r\n",
        "@article{a,\r  title = {Königsberg},\r}\r".encode(),
        "\ufeff@article{a,\n title = {Königsberg}\n}".encode("utf-16"),
        b"% Encoding: ISO8859_1\n\n@article{a,\n  title = {K\xf6nigsberg},\n}\n",
        "% Encoding: GBK\n@article{a,\n title = {柯尼斯堡}}".encode("gbk"),
    ],
)
def test_encodings_and_line_ends(load, content):
    papers, _ = load("refs.bib", content)
    assert [paper.title for paper in papers] in (["Königsberg"], ["柯尼斯堡"])
    assert papers[0].source.line == (3 if b"ISO" in content else 2 if b"GBK" in content else 1)


@pytest.mark.parametrize(
    "head",
    [
        "@article{a,\n  title = {x}\n}",
        "Scopus\nEXPORT DATE: 1 May 2021\n\n@ARTICLE{Ada2021,\nauthor={Lovelace, A.},\n}",
        "% made by hand\n\n@string{a = {b}}\n",
        '@article(a, title = "x")',
        "@misc{,\n title={x}}",
    ],
)
def test_it_is_told_by_its_content(head):
    assert detect(head, ".txt").name == "BibTeX"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("# Tools\n\nCite us:\n\n```bibtex\n@article{a,\n title = {x}}\n```\n", "BibTeX"),
        ("Thanks to @ada {and} @alan (see foo, bar = 1).\n", "BibTeX"),
        ('[{"title": "x", "bibtex": "\n@article{a,\n title = {x}}"}]', "BibTeX"),
        ("TY  - JOUR\nTI  - x\nN1  - y\n@article{a,\n title = {x}}\nER  - \n", "BibTeX"),
        ("from x import y\n\n@cache{a, b = 1}\n", "BibTeX"),
    ],
)
def test_other_texts_are_not_taken_for_it(head, name):
    reader = detect(head, ".md")
    assert reader is None or reader.name != name


def test_a_file_without_entries_is_an_error(write):
    with pytest.raises(InputError, match="BibTeX without entries"):
        list(read(write("refs.bib", "@string{a = {b}}\n")))


def test_a_doi_may_stand_in_the_key_alone(load):
    papers, problems = load("x.bib", "@book{10.1000/978-3-1_13,\n title = {On A}}\n@misc{10b, title = {On B}}\n")
    assert [paper.ids for paper in papers] == [("doi:10.1000/978-3-1_13",), ()]
    assert not problems


def test_the_numbers_by_which_dblp_tells_people_apart_are_no_names(paper):
    found = paper("  title = {On Graphs}, author = {Ada Lovelace 0001 and\n Alan Turing and Group 1984}")
    assert found.authors == ("Ada Lovelace", "Alan Turing", "Group 1984")


@pytest.mark.parametrize(("key", "name"), [("love\u200blace", "x/lovelace"), ("none", "x-01"), ("a" * 201, "x-01")])
def test_a_key_names_the_entry_if_it_can_name_anything(load, key, name):
    (paper,), _ = load("x.bib", f"@article{{{key},\n title = {{Graphs}},\n year = 2001\n}}\n")
    assert paper.id == name


def test_mendeley_line_ends_are_no_letters_in_an_abstract(paper):
    found = paper(
        r"title = {On Graphs}, abstract = {We prove$\backslash$nthat graphs$\backslash$r$\backslash$nhelp"
        r"{\textbackslash}neverywhere.{\$}\backslash{\$}nThey do.}"
    )
    assert found.abstract == "We prove that graphs help everywhere. They do."


def test_a_command_of_latex_that_mendeley_escaped_is_no_line_end(paper):
    assert paper(r"title = {On \$$\backslash$nabla f\$ of Graphs}").title == "On ∇ f of Graphs"


def test_a_journal_beside_a_book_is_not_where_a_paper_of_the_book_appeared(paper):
    fields = "title = {On Graphs}, journal = {Notices}, booktitle = {Proceedings of Graphs}"
    assert paper(fields, "inproceedings").venue == "Proceedings of Graphs"
    assert paper(fields).venue == "Notices"


@pytest.mark.parametrize("name", ["type", "document_type"])
def test_a_volume_or_an_erratum_of_scopus_is_no_paper(load, name):
    kinds = ("Article", "Conference Review", "Erratum")
    entries = [f"@article{{k{n},\ntitle={{On Graphs {n}}},\n{name}={{{kind}}},\n}}" for n, kind in enumerate(kinds)]
    papers, problems = load("refs.bib", "\n".join(entries))
    assert [paper.title for paper in papers] == ["On Graphs 0"]
    assert [problem.reason for problem in problems] == [NOT_A_PAPER, NOT_A_PAPER]


def test_names_with_parentheses_as_web_of_science_wrote_them_are_fields(load):
    entry = "@article{ ISI:1,\nTitle = {{On Graphs}},\nUsage-Count-(Last-180-days) = {{1}},\nYear = {{2003}},\n}"
    (paper,), problems = load("savedrecs.bib", entry)
    assert (paper.year, problems) == (2003, [])


def test_names_that_are_strings_of_another_file_stay_apart(load):
    (paper,), problems = load(
        "x.bib", "@article{a,\n title = {On Graphs},\n author = ada #and# alan,\n year = 2001\n}\n"
    )
    assert paper.authors == ("ada", "alan")
    assert not any("and is" in problem.detail for problem in problems)


def test_a_field_of_keywords_may_stand_once_for_each(paper):
    assert paper("title = {On A}, keywords = {Graphs}, keywords = {Trees}").keywords == ("Graphs", "Trees")
    assert paper("title = {On A}, keywords = {Graphs, big; Trees}, keywords = {Woods}").keywords == (
        *("Graphs, big", "Trees"),
        "Woods",
    )


def test_bibdesk_has_a_doi_in_any_of_its_links(paper):
    found = paper(
        "title = {On A}, bdsk-url-1 = {https://example.org/a}, bdsk-url-2 = {https://doi.org/10.5555/a}, bdsk-file-1 = {YnBs}"
    )
    assert (found.ids, found.url) == (("doi:10.5555/a",), "https://example.org/a")


def test_braces_that_sciencedirect_escaped_around_an_acronym_are_no_text(paper):
    found = paper(
        r"title = {On \{3D\} \{ABC\}s}, abstract = {At 5\$ a \{TR-4\}, $\{AB\}$ is in \{0,1\} or \{A\}; \{X,Y\}.}"
    )
    assert found.title == "On 3D ABCs"
    assert found.abstract == "At 5$ a TR-4, {AB} is in {0,1} or {A}; {X,Y}."
