laconic encode --profile graph --lossless payload.json | laconic decode | laconic encode --profile graph --lossless | cmp - payload.gcf
