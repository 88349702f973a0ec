-- Packs of records that stand in their rows still. $1 organizations · then one list per column
insert into record_packs (organization_id, batch_id, part, codec, positions, sha256, content)
select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bytea[], $7::bytea[])
