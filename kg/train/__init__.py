"""Train the concept tagger on annotated papers, and score the pipeline on them.

:mod:`~kg.train.annotations` and :mod:`~kg.train.standoff` read annotations, :mod:`~kg.train.scoring` compares them with
what the pipeline finds (:mod:`~kg.train.evaluate`). :mod:`~kg.train.recipe` is the way from annotations to a model's
folder; the modules that need PyTorch (:mod:`~kg.train.network`, :mod:`~kg.train.losses`, :mod:`~kg.train.learn`,
:mod:`~kg.train.weights`) are imported when it sets out. At run time the pipeline needs none of this.
"""
