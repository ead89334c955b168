laconic decode bad.gcf --errors json
