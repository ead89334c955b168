laconic convert --to gcf --spec 3.5 people.gcf
