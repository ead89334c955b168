laconic
