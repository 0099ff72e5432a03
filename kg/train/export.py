"""A trained network → the files that the pipeline reads: the encoder as 8-bit ONNX, the heads in NumPy."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

if TYPE_CHECKING:
    from torch import Tensor

    from kg.train.network import Tagger

_INPUTS = ("ids", "mask", "shapes", "lexical")
_OUTPUTS = ("states", "labels")
_OPSET = 17


class _Graph(nn.Module):
    """What runs in ONNX: the encoder, and the label logits of its pieces."""

    def __init__(self, model: Tagger) -> None:
        super().__init__()
        self.encoder, self.bio = model.encoder, model.heads.bio

    def forward(self, ids: Tensor, mask: Tensor, shapes: Tensor, lexical: Tensor) -> tuple[Tensor, Tensor]:
        states = self.encoder(ids, mask, shapes, lexical)
        return states, self.bio(states)


def export(model: Tagger, folder: Path) -> None:
    """Write ``encoder.onnx`` and ``heads.npz``.

    Args:
        model: The trained network.
        folder: Where to write; it must be there.
    """
    model.eval()
    with tempfile.TemporaryDirectory() as temporary, warnings.catch_warnings():
        # PyTorch's exporter by tracing is deprecated; the newer one needs two more packages for the same graph.
        warnings.simplefilter("ignore")
        plain = Path(temporary, "plain.onnx")
        _trace(model, plain)
        _quantise(plain, folder / "encoder.onnx")
    weights = model.heads.state_dict()
    np.savez(folder / "heads.npz", **{name: values.numpy().astype(np.float16) for name, values in weights.items()})


def _trace(model: Tagger, path: Path) -> None:
    example = tuple(torch.ones((2, 16), dtype=torch.long) for _ in _INPUTS)
    torch.onnx.export(
        _Graph(model),
        example,
        str(path),
        input_names=list(_INPUTS),
        output_names=list(_OUTPUTS),
        opset_version=_OPSET,
        dynamic_axes={name: {0: "batch", 1: "length"} for name in (*_INPUTS, *_OUTPUTS)},
        dynamo=False,
    )


def _quantise(plain: Path, path: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic  # noqa: PLC0415 - loads onnx
    from onnxruntime.quantization.shape_inference import quant_pre_process  # noqa: PLC0415

    ready = plain.with_name("ready.onnx")
    quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
    # One scale a channel halves the error; seven bits, as AVX2 without VNNI overflows on eight.
    quantize_dynamic(
        ready,
        path,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        op_types_to_quantize=["MatMul", "Gemm", "Gather"],
    )
