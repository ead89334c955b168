mkdir sub
laconic decode sub || echo "exit $?"
laconic encode . || echo "exit $?"
laconic validate sub || echo "exit $?"
laconic detect sub || echo "exit $?"
laconic bench sub || echo "exit $?"
