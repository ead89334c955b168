laconic stream --key k --name m < /dev/null
