laconic decode people.gcf - people.json < stream_complete.gcf
