status() { laconic proxy "$@" < /dev/null || echo "exit $?"; }
status -- true
status -- false
status -- sh -c 'exit 42'
status -- sh -c 'kill -9 $$'
status sh -c 'exit 3'
status -v sh -c 'exit 4'
