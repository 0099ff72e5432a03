from kg.extract.tagger.lexicon import CLASSES
from kg.model import Paper
from kg.train.annotations import parse
from kg.train.examples import example_of
from kg.train.tables import make_lexicon, make_memory


def lexicon_of(titles, **more):
    return make_lexicon([Paper(id=str(number), title=title, **more) for number, title in enumerate(titles)])


def class_of(lexicon, phrase):
    number = lexicon.class_of(phrase.split())
    return None if number is None else CLASSES[number]


def test_phrases_are_classed_by_where_they_stand():
    titles = [f"Method {n} for tree parsing via graph networks" for n in "ABCD"]
    lexicon = lexicon_of(titles)
    assert class_of(lexicon, "Tree Parsing") == "goal"
    assert class_of(lexicon, "graph network") == "means"


def test_a_phrase_of_no_clear_place_is_mixed():
    titles = ["Tree parsing"] * 3 + ["A study of tree parsing"] * 2 + ["Work via tree parsing"] * 2
    assert class_of(lexicon_of(titles), "tree parsing") == "mixed"


def test_what_few_papers_share_is_left_out():
    assert class_of(lexicon_of(["Nets for tree parsing"] * 3), "tree parsing") is None


def test_keywords_count_as_phrases():
    papers = [Paper(id=str(n), keywords=("tree parsing", "a: b", "")) for n in range(4)]
    assert class_of(make_lexicon(papers), "tree parsing") == "mixed"


def test_names_that_titles_begin_with_and_abstracts_repeat():
    papers = [Paper(id="0", title="FastNet: nets that run")]
    papers += [Paper(id=str(n), abstract="We compare with FastNet.") for n in range(1, 5)]
    assert class_of(make_lexicon(papers), "FastNet") == "name"
    assert class_of(make_lexicon(papers[:4]), "FastNet") is None


def example(identifier, abstract, *concepts):
    marked = [{"type": kind, "canon": name, "forms": [name]} for kind, name in concepts]
    return example_of(parse({"id": identifier, "abstract": abstract, "concepts": marked}))


def test_names_are_counted_by_type_and_unmarked():
    memory = make_memory(
        [
            example("a", "We use Adam and nets.", ("M", "Adam")),
            example("b", "With adam again.", ("T", "adam")),
            example("c", "Adam, unmarked, twice Adam."),
            example("d", "FastAdam inside of a name.", ("M", "FastAdam")),
        ]
    )
    (known, method, _), (_, task, _), *_ = memory.features("adam")
    assert known == 1.0
    assert method == task
    assert memory.features("net") == []
    alone = make_memory([example("a", "We use Adam.", ("M", "Adam"))])
    assert alone.features("adam")[0][1] > method
