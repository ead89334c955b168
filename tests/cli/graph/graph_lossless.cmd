laconic encode --profile graph --lossless -o out.gcf payload_lossy.json || { code=$?; test ! -e out.gcf && exit $code; }
