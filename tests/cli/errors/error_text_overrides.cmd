laconic --errors=json decode --errors=text bad.gcf
