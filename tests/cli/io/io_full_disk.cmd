laconic decode people.gcf > /dev/full
