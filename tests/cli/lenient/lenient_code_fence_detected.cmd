printf '```gcf\nGCF profile=generic\na=1\n```\n' | laconic decode --lenient
