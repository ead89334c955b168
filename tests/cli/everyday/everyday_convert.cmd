printf 'id,name\n1,Ada\n2,Grace\n' > t.csv
laconic convert --to yaml t.csv
laconic convert --to toml --from yaml - <<'Y'
server:
  host: localhost
  ports: [80, 443]
Y
laconic convert --to csv --from ndjson - <<'Y'
{"a":1,"b":"x"}
{"b":"y","a":2}
Y
