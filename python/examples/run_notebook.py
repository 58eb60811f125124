#!/usr/bin/env python3
"""Runs a notebook without a window and keeps it with what its cells said: run_notebook.py NOTEBOOK [OUT]. It fails where a cell does."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main():
    notebook = Path(sys.argv[1]).resolve()
    book = nbformat.read(notebook, as_version=4)
    NotebookClient(book, timeout=1800, resources={"metadata": {"path": str(notebook.parent)}}).execute()
    for cell in book.cells:
        for output in cell.get("outputs", []):
            sys.stdout.write(output.get("text", ""))
    if len(sys.argv) > 2:
        nbformat.write(book, sys.argv[2])


if __name__ == "__main__":
    main()
