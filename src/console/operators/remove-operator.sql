-- What is left says whose login it was. $1 operator
update operators set removed_at = now(), salt = '', verifier = '', sealed_totp = '' where id = $1
