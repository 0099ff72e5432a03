import pytest

from kg.errors import GraphError, InputError, ModelError, OutputError, VocabularyError


@pytest.mark.parametrize("kind", [GraphError, InputError, ModelError, OutputError, VocabularyError])
def test_messages_are_one_line_whatever_the_path_holds(kind):
    error = kind("two\nlines\x1b[31m\u202e", "is odd", "Mend it")
    assert str(error) == r"two\nlines\x1b[31m\u202e: is odd. Mend it."
    assert error.path == "two\nlines\x1b[31m\u202e"
