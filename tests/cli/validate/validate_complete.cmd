laconic validate --complete stream.gcf stream_complete.gcf
