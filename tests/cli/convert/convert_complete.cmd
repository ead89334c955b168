laconic convert --to json --complete stream.gcf
