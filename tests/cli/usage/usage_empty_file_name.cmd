laconic decode ''
