# needs: user
mkdir out
chmod 555 out
laconic encode -o out/x people.json || echo "exit $?"
ls -A out
