laconic encode --profile graph --session p.state payload.json > lost.gcf
laconic encode --profile graph --session p.state payload.json > second.gcf
laconic decode --session c.state second.gcf || { code=$?; test ! -e c.state && exit $code; }
