import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.paper_ids import SCHEMES, address, candidates, doi, parse, shown, spelled, within_doi


@pytest.mark.parametrize(
    ("scheme", "raw", "wanted"),
    [
        ("doi", "https://dx.doi.org/10.1000%2FABC", "10.1000/abc"),
        ("doi", "DOI: 10.1000/abc;", "10.1000/abc"),
        ("doi", "10.1000/.", ""),
        ("doi", "10.1000/\x9f", ""),
        ("doi", "11.1000/abc", ""),
        ("arxiv", "2101.00001", "2101.00001"),
        ("arxiv", "arXiv:2101.00001v12", "2101.00001"),
        ("arxiv", "http://export.arxiv.org/abs/2101.00001v1?context=cs", "2101.00001"),
        ("arxiv", "https://arxiv.org/pdf/2101.00001v2.pdf", "2101.00001"),
        ("arxiv", "astro-ph/0601001v1", "astro-ph/0601001"),
        ("arxiv", "arXiv:hep-th/9711200", "hep-th/9711200"),
        ("arxiv", "10.48550/ARXIV.2101.00001", "2101.00001"),
        ("arxiv", "2113.00001", ""),
        ("arxiv", "704.0001", ""),
        ("arxiv", "arXiv", ""),
        ("openreview", "rkgHY0NYwr", "rkgHY0NYwr"),
        ("openreview", "B1-q5Pqxl", "B1-q5Pqxl"),
        ("openreview", "https://openreview.net/pdf?id=rkgHY0NYwr", "rkgHY0NYwr"),
        ("openreview", "https://openreview.net/forum?noteId=x&id=rkgHY0NYwr#a", "rkgHY0NYwr"),
        ("openreview", "https://openreview.net/group?referrer=x", ""),
        ("acl", "2022.acl-long.17", "2022.acl-long.17"),
        ("acl", "P18-1001", "P18-1001"),
        ("acl", "https://www.aclweb.org/anthology/P18-1001.pdf", "P18-1001"),
        ("acl", "10.3115/v1/p14-1062", "P14-1062"),
        ("acl", "2022.acl-long", ""),
        ("pmid", "28012345", "28012345"),
        ("pmid", "28012345.0", "28012345"),
        ("pmid", "PUBMED 28012345", "28012345"),
        ("pmid", "PubMed ID: 28012345", "28012345"),
        ("pmid", "PUBMED", ""),
        ("pmid", "0", ""),
        ("pmid", "PMC12", ""),
        ("corpusid", "CorpusID: 12", "12"),
    ],
)
def test_normal_forms(scheme, raw, wanted):
    assert SCHEMES[scheme](raw) == wanted


def test_what_says_its_scheme_is_parsed():
    assert parse("pmid:28012345") == ("pmid:28012345",)
    assert parse("https://pubmed.ncbi.nlm.nih.gov/28012345/") == ("pmid:28012345",)
    assert parse("openreview:rkgHY0NYwr") == ("openreview:rkgHY0NYwr",)
    assert parse("acl:P18-1001") == ("acl:P18-1001",)
    assert parse("doi:10.48550/arXiv.2101.00001") == ("doi:10.48550/arxiv.2101.00001", "arxiv:2101.00001")
    for other in (
        "",
        "rkgHY0NYwr",
        "28012345",
        "https://example.org/2101.00001",
        "https://example.org/10.1000/1",
        "doi: none",
    ):
        assert parse(other) == ()


def test_every_id_has_an_address_that_leads_back_to_it():
    for name in (
        *("doi:10.1000/182", "doi:10.1000/a<b>(c)#d", "arxiv:2101.00001", "arxiv:astro-ph/0601001"),
        *("openreview:rkgHY0NYwr", "acl:2022.acl-long.17", "acl:P18-1001", "pmid:28012345", "corpusid:12"),
    ):
        assert address(name).startswith("https://")
        assert parse(address(name))[0] == name
        assert name in candidates(shown(name))


@given(st.text(max_size=40), st.sampled_from(sorted(SCHEMES)))
def test_any_text_is_no_id_or_one_in_its_normal_form(text, scheme):
    name = SCHEMES[scheme](text)
    assert SCHEMES[scheme](name) == name
    assert address(f"{scheme}:{text}").isascii()


@pytest.mark.parametrize(
    "raw", ["arxiv:" + "a-" * 5000, "https://openreview.net/forum?" + "a&" * 5000, "2022." + "a_" * 5000 + "-"]
)
def test_long_texts_take_no_time(raw):
    assert parse(raw) == ()


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("http://arxiv.org/abs/1707.00001v1", "arXiv:1707.00001"),
        ("arXiv:1707.00001v2", "arXiv:1707.00001"),
        ("https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("doi:10.1000/ABC", "10.1000/abc"),
        ("https://openreview.net/forum?id=AbCd", "openreview:AbCd"),
        ("1707.00001", "1707.00001"),
        ("2010.00001v2", "2010.00001v2"),
        ("a:b", "a:b"),
        ("https://example.org/1", "https://example.org/1"),
        ("", ""),
    ],
)
def test_explicit_ids_are_written_as_people_do(raw, written):
    assert spelled(raw) == written
    assert spelled(written) == written


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        ("1910.01108", ("arxiv:1910.01108",)),
        ("0704.0001v2", ("arxiv:0704.0001",)),
        ("1913.01108", ()),
        ("1910.011", ()),
        ("x1910.01108", ()),
        ("1910.01108.pdf", ()),
        ("2020.acl-main.1", ()),
        ("3.14159", ()),
        ("१९10.01108", ()),
    ],
)
def test_a_whole_number_of_arxiv_is_its_id(raw, ids):
    assert parse(raw) == ids


HOSTS = [
    *("arxiv.org", "export.arxiv.org", "ArXiv.org", "a.b.arxiv.org", "openreview.net", "api2.openreview.net"),
    *("aclanthology.org", "www.aclanthology.info", "aclweb.org", "pubmed.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov"),
    *("api.semanticscholar.org", "example.org", "10.48550", "%31%30.48550", "doi\n:10.18653", ""),
]
PARTS = [*"/#?\n", "abs/", "papers/", "anthology/", "pubmed/", "CorpusID:", "forum?id=", "v1/", "10.", "arXiv."]
IDS = ["2101.00001", "2101.00001v1", "math/0309136", "P18-1001", "2022.acl-long.17", "28012345", "abcd"]


@given(
    st.sampled_from(["http://", "https://", "HTTP://"]),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(PARTS + IDS), max_size=5).map("".join),
)
def test_an_address_is_that_of_the_first_scheme_that_knows_it(start, host, rest):
    raw = start + host + rest
    known = [f"{scheme}:{name}" for scheme, normal in SCHEMES.items() if scheme != "doi" and (name := normal(raw))]
    assert parse(raw) == tuple(known[:1])


PREFIXES = ["10.48550/arxiv.", "10.18653/v1/", "10.3115/v1/", "10.1000/"]


@given(st.sampled_from(PREFIXES), st.sampled_from(IDS) | st.text())
def test_a_doi_holds_ids_of_archives_only_where_these_gave_it(prefix, rest):
    if name := doi(prefix + rest):
        within = [f"{scheme}:{value}" for scheme in ("arxiv", "acl") if (value := SCHEMES[scheme](name))]
        assert within_doi(name) == tuple(within)
        assert parse(name) == (f"doi:{name}", *within)
