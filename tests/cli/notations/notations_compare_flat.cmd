# CSV would give this table back, but promises it of none, so it is not marked.
laconic compare --formats json,csv,tsv,csv-typed,gcf people.json
