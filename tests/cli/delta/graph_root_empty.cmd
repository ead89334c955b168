printf '{"tool":"t","symbols":[],"edges":[]}' | laconic root
printf '{"tool":"t"}' | laconic root --profile graph
