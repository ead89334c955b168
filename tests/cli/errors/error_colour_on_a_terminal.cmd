# Word and caret are coloured on a terminal, unless NO_COLOR is set and not empty.
on_terminal() { python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$@" | sed -n l; }
unset NO_COLOR
on_terminal laconic decode bad.json
on_terminal laconic decode --lenient short.gcf
on_terminal laconic decode stream.gcf
on_terminal laconic encode --nonsense
on_terminal env NO_COLOR= laconic decode missing.json
on_terminal env NO_COLOR=1 laconic decode bad.json
on_terminal laconic decode --errors=json missing.json
laconic decode missing.json
