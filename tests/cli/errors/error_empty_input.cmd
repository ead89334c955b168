laconic encode < /dev/null || echo "exit $?"
laconic decode < /dev/null || echo "exit $?"
laconic decode --from json < /dev/null || echo "exit $?"
laconic decode --from gcf < /dev/null
