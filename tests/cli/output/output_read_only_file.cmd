# needs: user
echo old > out.gcf
chmod 444 out.gcf
laconic encode -o out.gcf people.json || echo "exit $?"
cat out.gcf
