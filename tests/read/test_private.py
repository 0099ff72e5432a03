"""What files hold about people beyond their names gets into no paper and no problem, however broken a record is."""

import json

import pytest

from kg.model import Paper
from kg.read import read

SECRET = "This-is-a-review http://ada.example.org Female"
GOOD = {"title": "On the counting of sheep"}

FILES = {
    "misfit.csv": f'title,gender\nOn the counting of sheep,\nOn Trees,{SECRET},x\n"On Chairs,{SECRET}\n',
    "lines.jsonl": f'{json.dumps(GOOD)}\n{{"review": "{SECRET}" oops}}\n["{SECRET}"]\n"{SECRET}"\n{{"review": "{SECRET}"}}\n',
    "array.json": f'[{json.dumps(GOOD)}, "{SECRET}", {{"review": "{SECRET}" "x"}}, {{"review": "{SECRET}"}}]',
    "broken.xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>On the counting of "
    "sheep</ArticleTitle></Article></MedlineCitation></PubmedArticle>"
    f"<PubmedArticle><note>{SECRET}</note><a></b></PubmedArticle></PubmedArticleSet>",
    "cut.xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>On the counting of "
    f"sheep</ArticleTitle></Article></MedlineCitation></PubmedArticle><PubmedArticle><note>{SECRET}</note>",
    "broken.bib": f"@misc{{a, title = {{On the counting of sheep}}}}\n@misc{{note = {{{SECRET}, title = {{x\n@misc{{b, title={{B}}}}\n",
    "notes.ris": f"N1  - {SECRET}\nTY  - JOUR\nTI  - On the counting of sheep\nN1  - {SECRET}\nER  - \nC1  - {SECRET}\n"
    f"TY  - JOUR\nN1  - {SECRET}\nER  - \n",
    "notes.enw": f"%0 Book\n%T On the counting of sheep\n%Z {SECRET}\n\n%0 Book\n%Z {SECRET}\n",
}


@pytest.mark.parametrize("name", FILES)
def test_no_problem_tells_what_is_private(write, name):
    items = list(read(write(name, FILES[name])))
    assert GOOD["title"] in [getattr(item, "title", "") for item in items]
    assert len(items) > 1
    told = repr(items)
    assert not [word for word in SECRET.split() if word in told]


@pytest.mark.parametrize("name", ["x.csv", "x.json", "x.ris"])
def test_no_output_tells_an_address_wherever_it_stands(write, name):
    address = "ada.l@cs.example.org"
    texts = {
        "title": f"Letters of {address}",
        "abstract": f"We sort r\\{address} letters. Contact: {address}",
        "key": address,
    }
    content = {
        "x.csv": "title,abstract,UT (Unique WOS ID),keywords\n" + ",".join([*texts.values(), "a; b"]) + "\n",
        "x.json": json.dumps([{**texts, "id": address, "authors": [f"Ada Lovelace ({address})"]}]),
        "x.ris": f"TY  - JOUR\nTI  - {texts['title']}\nAB  - {texts['abstract']}\nID  - {address}\nAU  - Lovelace, Ada {address}\nER  - \n",
    }[name]
    items = list(read(write(name, content)))
    assert [item.title for item in items if isinstance(item, Paper)] == ["Letters of …"]
    assert "example.org" not in repr(items)
