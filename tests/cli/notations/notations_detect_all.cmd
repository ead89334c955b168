printf 'id,name\n1,Ada\n2,Lin\n' | laconic detect --all
printf 'id,name\n"a","b"\n"c","d"\n' | laconic detect --all
printf 'a: 1\nb: 2\n' | laconic detect --all
printf '[2]{id,name}:\n  1,Ada\n  2,Lin\n' | laconic detect --all
echo '{"a":1}' | laconic detect --all
printf '{"a":1}\n{"a":2}\n' | laconic detect --all
printf 'hello' | laconic detect --all || echo "exit $?"
laconic detect --all people.json people.gcf
