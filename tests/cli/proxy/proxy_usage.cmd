try() { laconic proxy "$@" || echo "exit $?"; }
try
try --
try --structred keep -- cat
try --structured maybe -- cat
try --formats gfc -- cat
try --formats , -- cat
try --tokenizers none -- cat
try --min-tokens many -- cat
try --min-gain 100 -- cat
try --max-encode-bytes 8GB -- cat
try --max-encode-bytes 2048MiB -- cat
try --lossless mostly -- cat
try --hint loud -- cat
try --grace soon -- cat
try --call x -- cat
try --config -- cat
try --config none.toml -- cat
try --log no/such/folder/log -- cat
try --raw
try /no/such/server
try --errors json -- /no/such/server
try --errors json --formats gfc -- cat
