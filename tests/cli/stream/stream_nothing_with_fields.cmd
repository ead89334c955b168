laconic stream --fields a,b < /dev/null
