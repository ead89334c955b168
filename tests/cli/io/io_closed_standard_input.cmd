laconic decode <&-
