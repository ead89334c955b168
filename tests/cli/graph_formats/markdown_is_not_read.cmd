laconic decode --from markdown payload.json || echo "exit $?"
laconic encode --to md-table payload.json || echo "exit $?"
