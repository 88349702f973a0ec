-- $1 act · $2 operator · $3 reason · $4 organization · $5 what it is done to · $6 details
insert into operator_acts (act, operator, reason, organization_id, subject_id, details) values ($1, $2, $3, $4, $5, $6)
