"""What the head noun of a name tells about its type."""

from __future__ import annotations

from functools import lru_cache

from kg.model import ConceptType
from kg.names import key

# Head nouns, each under the type that annotators of machine-learning abstracts give most names it heads. Nouns that head
# two types about equally often (learning, optimization, evaluation …) stand under the one that is right more often.
_METHOD = """
adapter agent aggregation algorithm analysis approach approximation architecture ascent attention augmentation
autoencoder averaging backpropagation balancing bayes block boosting bound cache carlo classifier cloning clustering
computation constraint controller convolution copula criterion critic decision decoder decoding decomposition descent
detector diffusion discriminator distillation distribution dropout embedding encoder encoding engine ensemble equation
estimator evolution expansion expert experts factorization feature feedback field filter filtering finetuning flow
forest framework function fusion game generator gradient graph guidance hashing head heuristic inequality inference
initialization intervention inversion kernel language layer learning library likelihood llm loss lora machine manifold
map masking matching matrix mechanism memory method minimization mixture model module momentum net network
normalization operator optimizer optimization paradigm parameterization parametrization passing perceptron perturbation
pipeline planner policy polynomial pretraining prior probe probing process program programming projection prompt
prompting propagation pruning quantization regularization regularizer regression relaxation replay representation
resnet retriever reward routing rule sampler sampling scheduler scheme search sharing smoothing solver space splatting
strategy structure supervision system technique thought token tokenization tokenizer tool training transform
transformation transformer transport tree tuning unit variable vector walk weighting
""".split()
_TASK = """
acquisition adaptation alignment allocation ambiguity answering assessment attack attribution bandit behavior bias
captioning change checking classification collapse completion compression comprehension control convergence
correspondence debiasing deblurring denoising design detection diagnosis discovery drift driving editing estimation
explainability exploration extraction fairness forecasting forgetting generalisation generalization generation
grasping grounding hallucination heterogeneity identifiability identification imbalance inpainting integration
interaction interpretability localization locomotion making manipulation memorization misinformation mitigation
modeling modelling navigation noise off optimisation overfitting parsing perception personalization planning
prediction privacy problem processing protection quantification ranking reasoning recognition recommendation
reconstruction recovery rehearsal removal resolution restoration retrieval robustness safety scarcity segmentation
selection shift solving summarization synthesis tagging task tracking transfer translation understanding unlearning
verification
""".split()
_BENCHMARK = """
arena bench benchmark challenge collection corpus database dataset environment exam gym leaderboard simulator suite
testbed testset track
""".split()
_METRIC = """
accuracy agreement bleu complexity correlation cost discrepancy distance divergence entropy error flop latency mape
measure metric perplexity precision rate ratio recall regret risk score similarity speedup union variance
""".split()
_TYPES = {
    noun: kind
    for kind, nouns in (
        (ConceptType.METHOD, _METHOD),
        (ConceptType.TASK, _TASK),
        (ConceptType.BENCHMARK, _BENCHMARK),
        (ConceptType.METRIC, _METRIC),
    )
    for noun in nouns
}


@lru_cache(maxsize=1 << 14)
def type_of(name: str) -> ConceptType | None:
    """Guess the type of a descriptive name from its head noun; None where the noun tells nothing.

    >>> type_of("graph neural networks").value, type_of("visual question answering").value, type_of("area")
    ('Method', 'Task', None)
    """
    words = key(name).split()
    for word in ("of", "for", "with", "from", "in"):
        if word in words[1:]:
            words = words[: words.index(word, 1)]
    return _TYPES.get(words[-1]) if words else None
