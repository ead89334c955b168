(printf 'GCF profile=generic\n'; awk 'BEGIN { for (i = 0; i < 2000; ++i) { printf "%*s## a\n", 2 * i, "" } }') | laconic decode
