laconic stream < /dev/null
