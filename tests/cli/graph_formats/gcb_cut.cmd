printf 'GCB1\001\005too' > cut.gcb
laconic decode cut.gcb || echo "exit $?"
printf 'GCB1\002' > new.gcb
laconic decode new.gcb || echo "exit $?"
