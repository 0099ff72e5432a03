"""Records in = papers + problems, for every XML format, wherever a file is cut or damaged."""

import re

import pytest

from kg.errors import InputError
from kg.model import Effect, Paper
from kg.read import read

ATOM = 'xmlns="http://www.w3.org/2005/Atom"'


def join(before, record, after):
    return before + "".join(record.format(n=n, word=word) for n, word in enumerate(("wood", "tin", "wool"), 1)) + after


FILES = {
    "acl": (
        "paper",
        join(
            "<?xml version='1.0'?>\n<collection id='2031.toy'><volume id='1'><meta><year>2031</year></meta>\n",
            "<paper id='{n}'><title>On the <b>{word}</b> of toys</title><author><first>Ada</first><last>L{n}</last></author></paper>\n",
            "</volume></collection>",
        ),
    ),
    "pubmed": (
        "PubmedArticle",
        join(
            "<?xml version='1.0'?>\n<PubmedArticleSet>\n",
            "<PubmedArticle><MedlineCitation><PMID>3100000{n}</PMID><Article><ArticleTitle>On the <i>{word}</i> of toys"
            "</ArticleTitle></Article></MedlineCitation></PubmedArticle>\n",
            "</PubmedArticleSet>",
        ),
    ),
    "endnote": (
        "record",
        join(
            "<?xml version='1.0'?>\n<xml><records>\n",
            "<record><rec-number>{n}</rec-number><titles><title><style>On the {word} of toys</style></title></titles></record>\n",
            "</records></xml>",
        ),
    ),
    "tei": (
        "teiHeader",
        join(
            '<?xml version="1.0"?>\n<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n',
            "<TEI><teiHeader><fileDesc><titleStmt><title>On the {word} of toys {n}</title></titleStmt></fileDesc></teiHeader></TEI>\n",
            "</teiCorpus>",
        ),
    ),
    "jats": (
        "front",
        join(
            '<?xml version="1.0"?>\n<pmc-articleset>\n',
            "<article><front><article-meta><title-group><article-title>On the {word} of toys {n}</article-title></title-group>"
            "</article-meta></front></article>\n",
            "</pmc-articleset>",
        ),
    ),
    "atom": (
        "entry",
        join(
            f"<?xml version='1.0'?>\n<feed {ATOM}><id>http://arxiv.org/api</id>\n",
            "<entry><id>http://arxiv.org/abs/2101.0000{n}v1</id><title>On the {word} of toys</title></entry>\n",
            "</feed>",
        ),
    ),
    "oai": (
        "record",
        join(
            "<?xml version='1.0'?>\n<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords>\n",
            "<record><metadata><arXiv><id>2101.0000{n}</id><title>On the {word} of toys</title></arXiv></metadata></record>\n",
            "</ListRecords></OAI-PMH>",
        ),
    ),
    "dblp": (
        "article|www",
        join(
            "<?xml version='1.0'?>\n<dblp>\n",
            "<article key='t/{n}'><author>&Ouml;zsu</author><title>On the {word} of toys.</title></article>\n",
            "<www key='w'><title>Home</title></www></dblp>",
        ),
    ),
}


def check(path, text, record):
    records = len(re.findall(rf"<(?:{record})(?=[\s/>])", text))
    path.write_text(text)
    if not records:
        with pytest.raises(InputError):
            list(read(path))
        return
    items = list(read(path))
    used = [item for item in items if isinstance(item, Paper) or item.effect is not Effect.NOTED]
    assert len(used) == records, text


@pytest.mark.parametrize("kind", FILES)
def test_wherever_a_file_is_cut(kind, tmp_path):
    record, text = FILES[kind]
    for end in range(text.index("\n", 30) + 1, len(text), 11):
        check(tmp_path / f"{kind}.xml", text[:end], record)


@pytest.mark.parametrize(
    "junk", ["&", "<", "]]>", "</b>", "<b>", "&#0;", "&x;", '"', "\x0c", "-->", "<!DOCTYPE a>", "\ufeff"]
)
@pytest.mark.parametrize("kind", FILES)
def test_wherever_a_file_is_damaged(kind, junk, tmp_path):
    record, text = FILES[kind]
    for at in range(text.index("\n", 30) + 1, len(text), 41):
        check(tmp_path / f"{kind}.xml", text[:at] + junk + text[at:], record)


@pytest.mark.parametrize("kind", FILES)
def test_whole_files_have_no_problems(kind, tmp_path):
    path = tmp_path / f"{kind}.xml"
    path.write_text(FILES[kind][1])
    items = list(read(path))
    assert min(item.title for item in items if isinstance(item, Paper)).startswith("On the tin of toys")
    assert len([item for item in items if isinstance(item, Paper)]) == 3
    assert len(items) == 3 + 2 * (kind == "dblp")
