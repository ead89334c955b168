for file in shop.json people.json; do
  canonical=$(laconic encode $file | wc -c)
  compact=$(laconic encode --layout compact $file | wc -c)
  test $compact -le $canonical
done
