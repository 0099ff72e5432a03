"""A training of a small network, for tests that kill it: ``python killed_training.py DATA OUT``.

It leaves a checkpoint after every batch, and prints the epoch and the number of each batch that is done.
"""

import sys
from pathlib import Path

from kg.resources import model_folder
from kg.train import learn, network, weights
from kg.train.network import Sizes
from kg.train.options import Options
from kg.train.recipe import Sources, train

SMALL = Sizes(width=48, layers=1, attention_heads=4, inner=96, span=32, pair=24)


def say(step):
    if not isinstance(step, str):
        sys.stdout.write(f"{step.epoch}/{step.batch}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    network.Sizes = lambda: SMALL
    weights.published_weights = lambda: model_folder("concept_tagger") / "config.json"
    weights.load_published = lambda model, path: None
    learn._EVERY = 1
    train(
        Sources(data=[Path(sys.argv[1])], hold_out=0.0),
        sys.argv[2],
        options=Options(epochs=2, batch=4, save_every=0.0),
        report=say,
    )
