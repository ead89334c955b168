for n in 512 513; do
  (head -c $n /dev/zero | tr '\0' '['; head -c $n /dev/zero | tr '\0' ']'; echo) > n.json
  laconic encode -o n.gcf n.json || echo "exit $?"
done
laconic decode n.gcf | head -c 512 | tr -d '['
laconic decode n.gcf | wc -c
