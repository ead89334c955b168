laconic --errors=json decode bad.gcf
