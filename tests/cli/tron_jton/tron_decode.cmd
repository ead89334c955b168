printf 'class Item: sku,qty\nclass Gift(Item): "for whom"  # a parent first\n\n[Item("A1",2),\n Gift("B2","for whom"="Ada",qty=1)]\n' > x.tron
laconic detect x.tron
laconic decode x.tron
laconic convert --to jton x.tron
laconic convert --to toon x.tron
