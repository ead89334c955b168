laconic stream --decode --fields a < /dev/null
