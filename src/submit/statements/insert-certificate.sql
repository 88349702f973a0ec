-- $1 organization · then one value per column
insert into certificates
  (organization_id, issuer_nif, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at, is_seal)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning id::float8 as id
