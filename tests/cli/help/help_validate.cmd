laconic validate --help
