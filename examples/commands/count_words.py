#!/usr/bin/env python3
"""Counts the words of a text file: payload on standard input, progress on standard error, result on standard output."""
import collections
import json
import os
import sys

payload = json.load(sys.stdin)
counts = collections.Counter()
with open(payload["text"], encoding="utf-8") as text:
    lines = text.readlines()
for number, line in enumerate(lines, start=1):
    counts.update(line.lower().split())
    if number % 1000 == 0:
        print(json.dumps({"percent": 100 * number / len(lines), "message": f"line {number}"}), file=sys.stderr, flush=True)
print(json.dumps({"message": "counted", "level": "info", "lines": len(lines)}), file=sys.stderr)
with open(os.path.join(os.environ["OFFLOAD_OUT"], "counts.json"), "w", encoding="utf-8") as file:
    json.dump(counts, file, ensure_ascii=False)
print(json.dumps({"words": sum(counts.values()), "top": [list(pair) for pair in counts.most_common(payload.get("top", 3))]}))
