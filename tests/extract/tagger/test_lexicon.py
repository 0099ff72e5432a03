import math

import pytest

from kg.errors import ModelError
from kg.extract.tagger.lexicon import Lexicon, Memory, load_lexicon, load_memory


def test_the_longest_phrase_wins_in_singular_and_plural():
    lexicon = Lexicon.of({"graph": 0, "graph network": 1})
    assert list(lexicon.matches("Graph Networks , graph".split())) == [((0, 2), 1), ((3, 4), 0)]


def test_names_count_with_a_capital_only():
    lexicon = Lexicon.of({"clip": 3})
    assert [list(lexicon.matches([word])) for word in ("CLIP", "clip")] == [[((0, 1), 3)], []]


def test_what_is_remembered_of_a_name():
    (known, share, weighted), *others = Memory.of({"adam": (3, 0, 0, 0, 1)}).features("adam")
    assert (known, share) == (1.0, math.log(3.25 / 5.25))
    assert weighted == share * math.log(4)
    assert [share for _, share, _ in others] == [math.log(0.25 / 5.25)] * 3
    assert Memory.of({}).features("adam") == []


def test_saved_and_loaded_the_tables_are_the_same(tmp_path):
    Lexicon.of({"graph": 0, "graph network": 1}).save(tmp_path / "lexicon.npz")
    assert list(load_lexicon(tmp_path / "lexicon.npz").matches(["graph", "networks"])) == [((0, 2), 1)]
    memory = Memory.of({"adam": (3, 0, 0, 0, 1)})
    memory.save(tmp_path / "annotated.npz")
    assert load_memory(tmp_path / "annotated.npz").features("adam") == memory.features("adam")


@pytest.mark.parametrize("load", [load_lexicon, load_memory])
@pytest.mark.parametrize("content", [b"", b"1\tgraph\n"])
def test_a_broken_file_is_told(tmp_path, load, content):
    path = tmp_path / "names.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"names\.npz: is no table of names"):
        load(path)
