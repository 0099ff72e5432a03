# `make graph` builds the graph of seeds/ into exports/; `make test` runs the tests. Both set themselves up.
PYTHON ?= python3
VENV ?= .venv
RUN = "$(VENV)/bin/python"

.PHONY: graph test lint lowest clean

# What is installed is recorded beside the environment's Python; a newer pyproject.toml asks for it again.
define install
@if [ ! -x $(RUN) ]; then $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo 'Python 3.11 or newer is needed; name one with: make $@ PYTHON=python3.11' >&2; exit 1; }; \
	$(PYTHON) -m venv "$(VENV)" \
	|| { echo 'No virtual environment could be made; on Debian: apt-get install python3-venv' >&2; exit 1; }; fi
@if [ ! "$(VENV)/.installed-$(1)" -nt pyproject.toml ]; then \
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.$(if $(filter test,$(1)),[test])' \
	&& touch "$(VENV)/.installed-$(1)"; fi
endef

graph:
	$(call install,graph)
	@$(RUN) -m kg build seeds --out exports

test:
	$(call install,test)
	@$(RUN) -m pytest

lint:
	$(call install,test)
	@$(RUN) -m ruff check . && $(RUN) -m ruff format --check . && $(RUN) -m mypy

# The lower bounds that pyproject.toml names, in an environment of their own.
lowest:
	@$(PYTHON) -m venv "$(VENV)-lowest" && "$(VENV)-lowest/bin/python" -m pip install --quiet uv
	@"$(VENV)-lowest/bin/python" -m uv pip install --quiet --python "$(VENV)-lowest/bin/python" --resolution lowest-direct --editable '.[test]'
	@"$(VENV)-lowest/bin/python" -m pytest

clean:
	rm -rf "$(VENV)" "$(VENV)-lowest" .mypy_cache .pytest_cache .ruff_cache .hypothesis
