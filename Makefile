# Tasks of whoever works on the companion; docs/contributing.md tells when. Players need none of them.
UV ?= uv
LOCK = $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -q

.PHONY: lock
lock:  ## writes which files may be installed, from pyproject.toml (needs uv: pipx install uv)
	$(LOCK) --upgrade -o companion/locks/run.txt
	$(LOCK) --extra dev -c companion/locks/run.txt -o companion/locks/test.txt
	$(LOCK) --extra pi -c companion/locks/run.txt -o companion/locks/pi.txt
	$(LOCK) --extra dev --resolution lowest-direct -o companion/locks/lowest.txt

.PHONY: release
release:  ## builds, checks and tags the version that companion/__init__.py names
	python3 -m companion.bootstrap test
	.venv/bin/python -m tests.instruments.other_pythons
	.venv/bin/python -m tests.instruments.release

.PHONY: words
words:  ## brings the catalogues of all languages up to date with the words in the code
	@test -x .venv/bin/python || { echo "Run \`python3 -m companion.bootstrap test\` first: it sets up .venv, which this needs." >&2; exit 1; }
	.venv/bin/python -m tests.instruments.catalogues
