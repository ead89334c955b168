laconic convert --to gcf --lenient short.gcf
