printf ' [{"id":1,"n":"[a,b]"},\n {"n":"\\\\\\"],"}] \n' | laconic stream --name 'two words' --fields id,n
