{ printf 'GCF profile=generic\n## r [?]{a}\n'; yes 1234567890 | head -n 100000; printf '1|\303\251|2\n'; } | laconic stream --decode > /dev/null
