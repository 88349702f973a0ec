-- name: getDelivery
-- params: organizationId, invoiceId
-- type: state SpfeState from src/contracts/spfe.ts
-- type: mode SpfeMode from src/contracts/spfe.ts
-- type: channel SpfeChannel from src/contracts/spfe.ts
-- type: reason SpfeReason from src/contracts/spfe.ts
-- type: basis SpfeBasis from src/contracts/spfe.ts
-- type: versions StoredVersions from src/spfe/delivery-rows.ts
-- type: messages StoredMessages from src/spfe/delivery-rows.ts
-- type: facts StoredFacts from src/spfe/delivery-rows.ts
-- type: payment StoredReport from src/spfe/delivery-rows.ts
-- type: rejection StoredReport from src/spfe/delivery-rows.ts
-- Returns the delivery of an invoice to the SPFE with everything that is known of it.
select d.issued_invoice_id::float8 as id, d.issuer_nif as "issuerNif", d.invoice_number as number, to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate",
       d.mode, d.channel, d.state, d.reason, d.missing, d.rule,
       to_char(d.due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "dueBy", d.csv, d.localizador, d.code, d.message,
       d.message_es as "messageEs",
       (select s.basis from spfe_decisions s
        where s.issuer_nif = d.issuer_nif and s.withdrawn_at is null and s.valid_from <= d.issue_date
        order by s.valid_from desc limit 1) as basis,
       exists (select from corrections c where c.issued_invoice_id = d.issued_invoice_id and c.kind = 'anulacion') as "isAnnulled",
       exists (
         select from issued_invoices o
         where o.rectified_invoice_id = d.issued_invoice_id
           and not exists (select from corrections c where c.issued_invoice_id = o.id and c.kind = 'anulacion')) as "isRectified",
       coalesce((
         select json_agg(json_build_object(
                  'version', v.version, 'is_copy', v.is_copy, 'size', v.size, 'sha256', encode(v.sha256, 'hex'), 'reason', v.reason,
                  'created_at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by v.version)
         from spfe_versions v where v.issued_invoice_id = d.issued_invoice_id), '[]') as versions,
       coalesce((
         select json_agg(json_build_object(
                  'id', m.id, 'kind', m.kind, 'state', m.state, 'effective_on', to_char(m.effective_on, 'YYYY-MM-DD'),
                  'due_on', to_char(m.due_on, 'YYYY-MM-DD'), 'goods_received_on', to_char(m.goods_received_on, 'YYYY-MM-DD'),
                  'invoice_received_on', to_char(m.invoice_received_on, 'YYYY-MM-DD'), 'financed', m.is_financed, 'cancels', m.cancels_id, 'payment_id', m.payment_id,
                  'reason', m.reason, 'csv', m.csv,
                  'error', case when m.code is not null then json_build_object('code', m.code, 'message', m.message) end,
                  'requested_at', to_char(m.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by m.id)
         from spfe_messages m where m.issued_invoice_id = d.issued_invoice_id), '[]') as messages,
       coalesce((
         select json_agg(json_build_object(
                  'fact', o.fact, 'value', o.is_so,
                  'recorded_at', to_char(o.ordered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by o.id)
         from spfe_orders o where o.issued_invoice_id = d.issued_invoice_id and o.action = 'facts'), '[]') as facts,
       (select json_build_object('effective_on', to_char(r.effective_on, 'YYYY-MM-DD'), 'due_on', to_char(r.due_on, 'YYYY-MM-DD'), 'condition', r.condition)
        from spfe_recipient_reports r where r.issued_invoice_id = d.issued_invoice_id and r.kind = 'PAYMENT' and r.gone_at is null) as payment,
       (select json_build_object('effective_on', to_char(r.effective_on, 'YYYY-MM-DD'), 'due_on', to_char(r.due_on, 'YYYY-MM-DD'), 'condition', r.condition)
        from spfe_recipient_reports r where r.issued_invoice_id = d.issued_invoice_id and r.kind = 'REJECTION' and r.gone_at is null) as rejection
from spfe_deliveries d
where d.issued_invoice_id = $2 and d.organization_id = $1

-- name: listDeliveryStates
-- params: organizationId, ids
-- type: state SpfeState from src/contracts/spfe.ts
-- Lists the states of the deliveries of invoices that have one.
select d.issued_invoice_id::float8 as id, d.state from spfe_deliveries d where d.issued_invoice_id = any ($2::bigint[]) and d.organization_id = $1

-- name: listRecipientReports
-- params: organizationId, beforeAt, beforeId, since?, most
-- type: kind SpfeReportKind from src/contracts/spfe.ts
-- Lists what recipients reported, the last seen first, before a position: microseconds since 1970 and an id.
select r.id::float8 as id, r.issued_invoice_id::float8 as "invoiceId",
       (select i.external_invoice_id from batch_invoices i where i.id = r.issued_invoice_id) as "externalInvoiceId",
       d.issuer_nif as "issuerNif", d.invoice_number as number, to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate", r.kind,
       to_char(r.effective_on, 'YYYY-MM-DD') as "effectiveOn", to_char(r.due_on, 'YYYY-MM-DD') as "dueOn", r.condition,
       to_char(r.first_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "firstSeenAt",
       to_char(r.gone_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "goneAt",
       ((extract(epoch from r.first_seen_at) * 1000000)::bigint)::float8 as at
from spfe_recipient_reports r
join spfe_deliveries d on d.issued_invoice_id = r.issued_invoice_id
where r.organization_id = $1
  and (r.first_seen_at, r.id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::bigint)
  and ($4::timestamptz is null or r.first_seen_at >= $4)
order by r.first_seen_at desc, r.id desc
limit $5

-- name: orderWithdrawal
-- params: tokenHash, now, key, sha256, invoiceId, reason
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Orders the withdrawal of a document for an API key.
select order_spfe_withdrawal($1, $2, $3::uuid, $4, $5, $6) as outcome

-- name: orderVersion
-- params: tokenHash, now, key, sha256, invoiceId, reason
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Orders that a document is sent again for an API key.
select order_spfe_version($1, $2, $3::uuid, $4, $5, $6) as outcome

-- name: recordFact
-- params: tokenHash, now, key, sha256, invoiceId, fact, isSo, dueOn?, isSettled
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Records a fact that was missing for an API key.
select record_spfe_fact($1, $2, $3::uuid, $4, $5, $6, $7::boolean, $8::date, $9::boolean) as outcome

-- name: reportDefault
-- params: tokenHash, now, key, sha256, invoiceId, dueOn, goodsReceivedOn?, invoiceReceivedOn?
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Records for an API key that an invoice was not paid when it was due.
select report_spfe_default($1, $2, $3::uuid, $4, $5, $6::date, $7::date, $8::date) as outcome

-- name: takeBackDefault
-- params: tokenHash, now, invoiceId
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Takes back the default of an invoice for an API key.
select take_back_spfe_default($1, $2, $3) as outcome

-- name: orderAsOperator
-- params: organizationId, invoiceId, action, reason?, operator, now, withdrawal?, fact?, isSo?, dueOn?, isSettled?
-- type: outcome OrderOutcome from src/spfe/delivery-rows.ts
-- not null: outcome
-- Carries out what an operator orders about a delivery.
select case $3
         when 'withdraw' then withdraw_from_spfe($1, $2, $7::text, $4, null, null, $5, $6)
         when 'resend' then resend_to_spfe($1, $2, $4, null, null, $5, $6)
         else state_spfe_fact($1, $2, $8::text, $9::boolean, $10::date, $11::boolean, null, null, $5, $6)
       end as outcome

-- name: recordSpfeOrder
-- params: operator, reason?, organizationId, invoiceId, details
-- Records the act of an order about a delivery.
insert into operator_acts (act, operator, reason, organization_id, subject_id, details)
values ('spfe.order', $1, $2, $3, $4, $5::jsonb)
