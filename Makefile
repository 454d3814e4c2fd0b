# Python 3.11 or newer and make are all a machine needs; see CONTRIBUTING.md.
PYTHON ?= python3

.PHONY: help setup demo test lint format lock messages clean

help:
	@echo "make demo      set up, load the demo championship, serve it (PORT=8000)"
	@echo "make test      set up, run every check and test"
	@echo "make setup     the environment alone (.venv)"
	@echo "make lint      style, formatting, types        make format    bring the code into shape"
	@echo "make messages  translations up to date         make lock      newest versions into requirements/"
	@echo "make clean     remove what can be made again"

setup demo test lint format lock messages clean:
	@$(PYTHON) -m tools.dev $@
