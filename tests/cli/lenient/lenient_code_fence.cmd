printf 'Here is the data:\n```gcf\nGCF profile=generic\na=1\n```\n' | laconic decode --from gcf --lenient
