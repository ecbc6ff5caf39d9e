"""Runs snippets one after the other, and says what they loaded. Argument: a JSON file of programs, name -> text."""

import json
import math
import sys

import pandas as pd


def plain(value):
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    return float(value) if isinstance(value, (int, float)) or hasattr(value, "dtype") else str(value)


def shown(frame):
    return {name: [plain(it) for it in frame[name].tolist()] for name in frame.columns}


with open(sys.argv[1], encoding="utf-8") as opened:
    programs = json.load(opened)
results = {}
for key, program in programs.items():
    scope = {}
    try:
        exec(compile(program, key, "exec"), scope)
        results[key] = {
            name: shown(scope[name]) for name in ("data", "labelled", "answers") if name in scope
        }
        results[key]["variableLabels"] = scope["data"].attrs.get("variable_labels", {})
        results[key]["ordered"] = [
            name
            for name, type in (scope["labelled"].dtypes.items() if "labelled" in scope else [])
            if isinstance(type, pd.CategoricalDtype) and type.ordered
        ]
    except Exception as error:  # the test shows it beside its program
        results[key] = {"error": repr(error)}
json.dump(results, sys.stdout)
