for command in '' encode decode convert validate detect formats bench root delta apply; do
  laconic $command --help | awk 'length($0) > 79 { print; bad = 1 } END { exit bad }'
done
