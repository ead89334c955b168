laconic decode --complete stream.gcf
