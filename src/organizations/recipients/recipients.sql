-- name: changeOwnRecipientProfile
-- params: tokenHash, now, number, profile?
-- type: outcome 'done' | 'forbidden' | 'unknown' | 'same'
-- not null: outcome
-- Changes or removes the profile of a recipient for an API key, and records the act.
select change_recipient_profile($1, $2, $3, $4::jsonb) as outcome

-- name: changeRecipientProfile
-- params: organizationId, number, profile?, operator, reason?
-- Changes or removes the profile of a recipient on an operator's order, and records the act.
with added as (
  insert into recipient_profiles (organization_id, recipient_document, profile) values ($1, $2, $3::jsonb)
  returning id, organization_id, recipient_document, profile
)
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
select case when a.profile is null then 'recipient.remove' else 'recipient.change' end, $4, $5, a.organization_id, a.id,
       jsonb_build_object('recipient', a.recipient_document)
from added a

-- name: findRecipientProfiles
-- params: organizationId, numbers
-- type: profile RecipientProfile from src/contracts/recipient-profile.ts
-- Finds the present profiles of recipients.
select n.number, p.profile
from unnest($2::text[]) as n (number)
cross join lateral (
  select q.profile from recipient_profiles q
  where q.organization_id = $1 and q.recipient_document = n.number and q.superseded_at is null
  limit 1) p
where p.profile is not null

-- name: getRecipientProfile
-- params: organizationId, number
-- type: profile RecipientProfile from src/contracts/recipient-profile.ts
-- Returns the present profile of a recipient.
select p.id::float8 as id, p.recipient_document as number, p.profile,
       to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt"
from recipient_profiles p
where p.organization_id = $1 and p.recipient_document = $2 and p.superseded_at is null and p.profile is not null

-- name: listRecipientProfiles
-- params: organizationId, before, most
-- type: profile RecipientProfile from src/contracts/recipient-profile.ts
-- Lists the present profiles of the recipients of an organization, the last change first.
select p.id::float8 as id, p.recipient_document as number, p.profile,
       to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt"
from recipient_profiles p
where p.organization_id = $1 and p.id < $2 and p.superseded_at is null and p.profile is not null
order by p.id desc
limit $3

-- name: listProfileVersions
-- params: organizationId, number
-- type: profile RecipientProfile from src/contracts/recipient-profile.ts
-- Lists the versions of the profile of a recipient, the last first, with who changed it. A version
-- without a profile is a removal.
select p.profile, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
       to_char(p.superseded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until, a.operator, a.reason
from recipient_profiles p
left join operator_acts a
  on a.organization_id = p.organization_id and a.subject_id = p.id and a.act in ('recipient.change', 'recipient.remove')
where p.organization_id = $1 and p.recipient_document = $2
order by p.id desc
