-- Empties the rows whose documents were packed in this transaction (migrations/0036). $1 batches · $2 parts
select empty_packed_documents($1, $2)::float8 as emptied
