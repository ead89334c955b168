printf '<context tool="a">\n  <symbols>\n    <symbol name="x" colour="red"/>\n  </symbols>\n</context>\n' > a.xml
laconic decode a.xml || echo "exit $?"
laconic decode --lenient a.xml
printf '<!DOCTYPE context>\n<context/>\n' | laconic decode --from xml || echo "exit $?"
printf '{"tool":"a\\u0001"}' | laconic encode --from json --to xml || echo "exit $?"
