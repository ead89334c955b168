laconic decode stream_complete.gcf
