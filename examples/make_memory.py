#!/usr/bin/env python3
# make_memory.py - fills a memory file of @modelcontextprotocol/server-memory, the same each time.
"""usage: make_memory.py ENTITIES RELATIONS > memory.jsonl"""
import json
import random
import sys

entities, relations = int(sys.argv[1]), int(sys.argv[2])
chance = random.Random(7)
kinds = ["person", "team", "service", "document"]
verbs = ["owns", "depends_on", "works_on", "mentions"]
for i in range(entities):
    print(json.dumps({"type": "entity", "name": f"entity-{i}", "entityType": chance.choice(kinds),
                      "observations": [f"observed {chance.choice(verbs)} entity-{chance.randrange(entities)} on day {chance.randrange(365)}"
                                       for _ in range(chance.randint(1, 3))]}))
for _ in range(relations):
    print(json.dumps({"type": "relation", "from": f"entity-{chance.randrange(entities)}",
                      "to": f"entity-{chance.randrange(entities)}", "relationType": chance.choice(verbs)}))
