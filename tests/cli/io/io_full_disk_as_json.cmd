laconic decode --errors=json people.gcf > /dev/full
