laconic decode --complete stream_complete.gcf people.gcf
