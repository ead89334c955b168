printf ' [ ] ' | laconic stream --name rows
