-- A new password, second factor or both, which are sealed together. $1 operator · $2 salt · $3 cost · $4 block size · $5 parallelism · $6 verifier · $7 sealed secret
update operators set salt = $2, cost = $3, block_size = $4, parallelism = $5, verifier = $6, sealed_totp = $7 where id = $1
