printf 'GCB1\001\001t\002\003\001\001\001a\002\000\000\000\077\007\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\001\001' > small.gcb
laconic detect small.gcb
laconic decode small.gcb
laconic convert --to payload-json small.gcb
printf 'x' >> small.gcb
laconic decode small.gcb || echo "exit $?"
laconic decode --lenient small.gcb
