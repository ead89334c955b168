printf '{"gr\\u00fc\\u00dfe":"\\ud83d\\ude00","\303\244":"\342\202\254"}' | laconic encode
