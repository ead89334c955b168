printf '{"\303\244\342\202\254\360\237\230\200": x}' | laconic decode
