"""Runs notebooks from their own folders, and says what they counted. Arguments: .ipynb and .qmd files of Python."""

import importlib.util
import json
import os
import re
import sys

import pandas as pd


def cells_of(path):
    with open(path, encoding="utf-8") as opened:
        text = opened.read()
    if path.endswith(".qmd"):
        # knitr and Quarto find code cells in the same way.
        return re.findall(r"^```\{python\}\n(.*?)^```+\s*$", text, re.MULTILINE | re.DOTALL)
    content = json.loads(text)
    if importlib.util.find_spec("nbformat"):
        import nbformat

        nbformat.validate(content)
    return ["".join(it["source"]) for it in content["cells"] if it["cell_type"] == "code"]


def plain(it):
    return None if pd.isna(it) else it


def counted(scope):
    frequencies, crossed = scope.get("frequencies"), scope.get("cross_table")
    result = {"said": [it for it in (frequencies, crossed) if isinstance(it, str)]}
    if isinstance(frequencies, pd.DataFrame):
        result["question"] = frequencies.index.name
        result["frequencies"] = [
            [str(code), label, count, plain(percent)]
            for code, (label, count, percent) in zip(
                frequencies.index.tolist(), frequencies.values.tolist()
            )
        ]
    if isinstance(crossed, pd.DataFrame):
        result["crossed"] = [crossed.index.name, crossed.columns.name]
        result["rows"], result["columns"] = crossed.index.tolist(), crossed.columns.tolist()
        result["counts"] = crossed.values.tolist()
        result["percentages"] = [
            [plain(it) for it in row] for row in scope["percentages"].values.tolist()
        ]
    return result


results = []
for path in sys.argv[1:]:
    os.chdir(os.path.dirname(path))
    scope = {}
    try:
        for number, cell in enumerate(cells_of(path)):
            exec(compile(cell, f"{path}, cell {number}", "exec"), scope)
        results.append(counted(scope))
    except Exception as error:  # the test shows it
        results.append({"error": repr(error)})
json.dump(results, sys.stdout)
