# Not canonical: CRLF, a comment, a blank line. What comes out is canonical.
printf 'GCF profile=generic\r\n# people\r\n\r\n## [2]{id,name}\r\n1|"Ada"\r\n@1 2|Grace\r\n' | laconic encode
