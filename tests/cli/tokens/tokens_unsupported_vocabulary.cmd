echo '{"model":{"type":"Unigram","unk_id":0,"vocab":[["a",0.0]]}}' > t5.json
echo '{"pre_tokenizer":{"type":"Whitespace"},"model":{"type":"BPE","vocab":{"a":0},"merges":[]}}' > words.json
echo '[1,2]' > list.json
laconic tokens --tokenizer ./words.json people.json || echo "exit $?"
laconic tokens --tokenizer ./list.json people.json || echo "exit $?"
laconic tokens --tokenizer ./t5.json people.json
