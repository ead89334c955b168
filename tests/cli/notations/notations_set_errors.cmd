echo '[{"id":1}]' > t.json
laconic encode --to tron --set color=red t.json || echo "exit $?"
laconic encode --to tron --set classes=many t.json || echo "exit $?"
laconic encode --to tron --set classes t.json || echo "exit $?"
laconic encode --to tron --set tron.color=red t.json || echo "exit $?"
laconic encode --to tron --set nothing.classes=never t.json || echo "exit $?"
laconic encode --to json --set classes=never t.json || echo "exit $?"
# A format that takes no part.
laconic convert --to csv --set tron.classes=never t.json || echo "exit $?"
