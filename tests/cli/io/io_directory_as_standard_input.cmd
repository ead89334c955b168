laconic decode < .
