(printf 'GCF prof'; sleep 0.1; printf 'ile=generic\na='; sleep 0.1; printf '1\n') | laconic decode
