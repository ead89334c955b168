laconic --version
