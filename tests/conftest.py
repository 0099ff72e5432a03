import os

from hypothesis import settings

# A busy machine is no failure; and in CI the same examples are tried each time.
settings.register_profile("kg", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("kg")
