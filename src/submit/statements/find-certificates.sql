-- The certificates that AEAT may be shown for an issuer, valid or not: its own and those for all. $1 organization · $2 issuer's NIF
select id::float8 as id, issuer_nif as "issuerNif", sealed_pkcs12 as "sealedPkcs12", sealed_passphrase as "sealedPassphrase",
       is_seal as "isSeal", (extract(epoch from not_before) * 1000)::float8 as "notBefore", (extract(epoch from not_after) * 1000)::float8 as "notAfter"
from certificates
where organization_id = $1 and (issuer_nif = $2 or issuer_nif is null) and removed_at is null
