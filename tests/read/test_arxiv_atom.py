import pytest

from kg.errors import InputError
from kg.model import Effect
from kg.read import read
from kg.read.record import NOT_A_PAPER, WITHDRAWN

FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?search_query%3Dtoys" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query: search_query=toys</title>
  <id>http://arxiv.org/api/x</id>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">1</opensearch:totalResults>
  {}
</feed>"""


def entry(
    address="http://arxiv.org/abs/2101.00001v3",
    title="A long\n  toy",
    summary="  We play\nwith toys.\n",
    more="",
    name="Ada Lovelace",
):
    return f"""<entry>
    <id>{address}</id><updated>2022-04-02T12:38:54Z</updated><published>2021-01-08T18:48:36Z</published>
    <title>{title}</title><summary>{summary}</summary>
    <author><name>{name}</name><arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">Toy House</arxiv:affiliation></author>
    <link href="{address}" rel="alternate" type="text/html"/>{more}
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.CL"/>
    <category term="cs.CL"/><category term="cs.LG"/></entry>"""


ARXIV = 'xmlns:arxiv="http://arxiv.org/schemas/atom"'


def test_an_entry_is_read(load):
    more = f"<arxiv:doi {ARXIV}>10.1000/Toy</arxiv:doi><arxiv:journal_ref {ARXIV}>J. Toys 3 (2022)</arxiv:journal_ref>"
    papers, problems = load("feed.xml", FEED.format(entry(more=more)))
    assert not problems
    (paper,) = papers
    assert (paper.title, paper.abstract) == ("A long toy", "We play with toys.")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Lovelace",), 2021, "J. Toys 3 (2022)")
    assert paper.ids == ("doi:10.1000/toy", "arxiv:2101.00001")
    assert paper.url == "https://arxiv.org/abs/2101.00001"
    assert paper.keywords == ("cs.CL", "cs.LG")


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("http://arxiv.org/abs/0704.0001v12", "0704.0001"),
        ("https://arxiv.org/abs/2101.00001", "2101.00001"),
        ("http://arxiv.org/abs/astro-ph/0601001v1", "astro-ph/0601001"),
        ("http://arxiv.org/abs/math/0309136v1", "math/0309136"),
    ],
)
def test_versions_are_no_part_of_an_id(load, address, number):
    papers, _ = load("feed.atom", FEED.format(entry(address=address)))
    assert [i.lower() for i in papers[0].ids] == [f"arxiv:{number}".lower()]
    assert papers[0].url == f"https://arxiv.org/abs/{number}"


def test_an_error_is_no_paper(load):
    error = entry(
        address="http://arxiv.org/api/errors#incorrect_id_format_for_1",
        title="Error",
        summary="incorrect id format for 1",
    )
    papers, problems = load("feed.xml", FEED.format(entry() + error))
    assert len(papers) == 1
    assert [(p.reason, p.effect) for p in problems] == [(NOT_A_PAPER, Effect.SKIPPED)]
    assert "incorrect id format for 1" in problems[0].detail


@pytest.mark.parametrize(
    "withdrawn",
    [
        entry(
            more=f"<arxiv:comment {ARXIV}>This paper has been withdrawn by the author due to an error</arxiv:comment>"
        ),
        entry(summary="This paper has been withdrawn by the author."),
    ],
)
def test_withdrawn_papers_are_skipped_unless_wanted(write, withdrawn):
    path = write(
        "feed.xml", FEED.format(withdrawn + entry(address="http://arxiv.org/abs/2101.00002", title="Dice", name="Al"))
    )
    assert sorted(getattr(item, "reason", "") for item in read(path)) == ["", WITHDRAWN]
    assert len([item for item in read(path, include_rejected=True) if not hasattr(item, "reason")]) == 2


def test_names_that_the_server_encoded_twice_are_repaired(load):
    papers, _ = load("feed.xml", FEED.format(entry(name="Dirk WÃ¼ster")))
    assert papers[0].authors == ("Dirk Wüster",)


def test_one_entry_may_stand_alone(load):
    papers, problems = load("e.xml", entry().replace("<entry>", '<entry xmlns="http://www.w3.org/2005/Atom">'))
    assert not problems
    assert papers[0].ids == ("arxiv:2101.00001",)


def test_a_feed_without_entries_says_so(write):
    with pytest.raises(InputError, match="holds no records"):
        list(read(write("feed.xml", FEED.format(""))))


def test_other_feeds_in_the_same_namespace_are_read(load, write):
    feed = (
        FEED.replace("arxiv.org", "example.org")
        .format(entry(address="https://example.org/1"))
        .replace("arxiv.org", "x.org")
    )
    papers, _ = load("feed.xml", feed)
    assert (papers[0].title, papers[0].url) == ("A long toy", "https://example.org/1")
    wrong = FEED.replace("http://www.w3.org/2005/Atom", "urn:other").format(entry())
    with pytest.raises(InputError, match="unknown format"):
        list(read(write("other.xml", wrong)))
