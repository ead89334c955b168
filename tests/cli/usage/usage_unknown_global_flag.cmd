laconic --verbose encode
