laconic stream --complete < /dev/null
