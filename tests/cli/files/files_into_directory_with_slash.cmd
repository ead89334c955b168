mkdir out
laconic decode -o out/ people.gcf stream_complete.gcf
ls -A out
cat out/*
