# A file that never ends still has a beginning.
(printf 'GCF profile=generic\n'; yes 'a=1') 2>/dev/null | laconic detect
