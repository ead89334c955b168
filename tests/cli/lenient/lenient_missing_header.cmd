printf 'a=1\nb=x\n' | laconic decode --from gcf --lenient
