printf '{"query_type":"traversal","nodes":[{"type":"Person","id":"7","name":"Mia Wong"},{"type":"Repo","id":"30","name":"core"}],"edges":[{"type":"WORKS_ON","from":"Person","from_id":"7","to":"Repo","to_id":"30","depth":1}]}' > answer.json
laconic encode --to goon answer.json > answer.goon
cat answer.goon
laconic detect answer.goon
laconic decode answer.goon
