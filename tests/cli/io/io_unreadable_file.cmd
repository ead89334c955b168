# needs: user
chmod 000 people.json
laconic decode people.json
