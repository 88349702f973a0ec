-- name: insertPreview
-- params: organizationId, document
-- Stores the document of a preview until its PDF is answered.
insert into previews (organization_id, document) values ($1, $2::jsonb) returning id::float8 as id

-- name: findPreview
-- params: organizationId, id
-- Returns the PDF of a preview, or why it could not be rendered. Both are null while it waits.
select pdf, failure from previews where organization_id = $1 and id = $2

-- name: erasePreview
-- params: organizationId, id
-- Erases the contents of a preview whose PDF was answered or given up.
update previews set document = '{}', pdf = null, failure = null where organization_id = $1 and id = $2
