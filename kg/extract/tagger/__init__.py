"""The trained concept tagger: one encoder, and what is read from it — concepts, their roles and relations.

The encoder runs in ONNX Runtime on one thread, everything else in NumPy. :mod:`~kg.extract.tagger.component` is the
spaCy component; :mod:`~kg.extract.tagger.model` loads the weights and leads through the steps.
"""
