-- The public solution of electronic invoices (SPFE; RD 238/2026, Orden HAC/1028/2026). VeriFactu and SII take records of invoices; the SPFE takes the
-- invoices themselves, so that an invoice has an entry in a register or none, and beside it a delivery or none.

-- Adds acts to the list of those that can be recorded.
do $$
declare
  known text := (
    select string_agg(quote_literal(word[1]), ', ')
    from pg_constraint c
    cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_.]+)''', 'g') as words (word)
    where c.conname = 'operator_acts_act_check' and c.conrelid = 'operator_acts'::regclass);
begin
  alter table operator_acts drop constraint operator_acts_act_check;
  execute format('alter table operator_acts add constraint operator_acts_act_check check (act in (%s, ''issuer.spfe'', ''spfe.resume'', ''spfe.order'', ''spfe.compare'', ''spfe.outage'', ''organization.persons'')) not valid', known);
end $$;

-- Whether natural persons of whom no invoice says it are businesses or professionals; null if nobody decided it.
alter table organizations add column persons_are_businesses boolean;
create constraint trigger organizations_require_act_persons after update of persons_are_businesses on organizations
  deferrable initially deferred for each row when (current_user = 'engine_operator')
  execute function require_act('id', 'organization.persons');

-- What an operator decided about an issuer's duty. A decision holds from its date until that of the next one, for all organizations, because the
-- duty is the issuer's. `prepare` prepares invoices and warns, `send` sends them.
create table spfe_decisions (
  id bigserial,
  issuer_nif varchar(9) not null,
  mode varchar(7) not null,
  -- Who delivers unless recipient or invoice say otherwise: `interconnect` sends the original, `copy` a copy of what a private platform delivers,
  -- and `elsewhere` leaves both to a private platform.
  channel varchar(12),
  valid_from date not null,
  basis varchar(9) not null,
  decided_by text not null,
  reason text,
  decided_at timestamptz default now() not null,
  withdrawn_at timestamptz,
  primary key (id),
  constraint spfe_decisions_mode_check check (mode in ('off', 'prepare', 'send')),
  constraint spfe_decisions_channel_check check ((mode = 'off') = (channel is null) and channel in ('interconnect', 'copy', 'elsewhere')),
  -- A volume of operations above 8,000,000 euros (RD 238/2026, DF 4), everybody else, or no duty yet.
  constraint spfe_decisions_basis_check check (basis in ('turnover', 'everyone', 'voluntary'))
);
create unique index spfe_decisions_valid_from_unique on spfe_decisions (issuer_nif, valid_from) where withdrawn_at is null;

create trigger spfe_decisions_guard before update on spfe_decisions for each row execute function guard_issuer_register();
create trigger spfe_decisions_refuse_delete before delete or truncate on spfe_decisions for each statement execute function refuse_change();
create constraint trigger spfe_decisions_require_act after insert or update on spfe_decisions
  deferrable initially deferred for each row execute function require_act('id', 'issuer.spfe');

-- The decisions for issuers as JSON; of all issuers if `nifs` is null.
create function spfe_decisions(nifs text[]) returns json language sql stable set search_path = pg_catalog, pg_temp
return (
  select coalesce(json_agg(json_build_object('issuerNif', d.issuer_nif, 'mode', d.mode, 'channel', d.channel, 'basis', d.basis,
                                             'validFrom', to_char(d.valid_from, 'YYYY-MM-DD')) order by d.issuer_nif, d.valid_from), '[]')
  from public.spfe_decisions d
  where d.withdrawn_at is null and (nifs is null or d.issuer_nif = any (nifs)));

-- The delivery of an issued invoice whose issuer prepares or sends. Whether the duty concerns it, and the channel, are frozen when it is issued.
create table spfe_deliveries (
  issued_invoice_id bigint,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  invoice_number varchar(60) not null,
  issue_date date not null,
  mode varchar(7) not null,
  channel varchar(12) not null,
  state varchar(13) not null,
  -- Why the duty does not concern the invoice.
  reason varchar(20),
  -- The facts without which nobody can tell whether it does.
  missing text[],
  -- The rule that an invoice breaks which cannot be expressed.
  rule text,
  -- When it must be there: when it is issued, or later after a long downtime of the SPFE (Orden, art. 5.7). Null in mode `prepare`.
  due_by timestamptz,
  -- The newest version of its contents; 0 before the first one is written.
  version integer default 0 not null,
  -- AEAT's acknowledgement (CSV) and address of the document (localizador).
  csv text,
  localizador text,
  code text,
  message text,
  -- The Spanish text of the rule because of which it is blocked; `message` is the English one.
  message_es text,
  answered_at timestamptz,
  -- The number of requests with it that AEAT refused as a whole.
  faults integer default 0 not null,
  -- It is neither sent nor looked up before.
  not_before timestamptz,
  -- When the clients were told that it is overdue; null if they were not.
  warned_at timestamptz,
  -- When AEAT last told what the recipient reported.
  states_read_at timestamptz,
  created_at timestamptz not null,
  primary key (issued_invoice_id),
  constraint spfe_deliveries_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices(id),
  constraint spfe_deliveries_mode_check check (mode in ('prepare', 'send')),
  constraint spfe_deliveries_channel_check check (channel in ('interconnect', 'copy', 'elsewhere')),
  constraint spfe_deliveries_state_check check (state in ('not_concerned', 'unknown', 'elsewhere', 'blocked', 'prepared', 'held', 'pending', 'sending',
    'uncertain', 'admitted', 'rejected', 'withdrawing', 'withdrawn', 'conflict')),
  constraint spfe_deliveries_reason_check check ((state = 'not_concerned') = (reason is not null)),
  constraint spfe_deliveries_missing_check check (state <> 'unknown' or cardinality(missing) > 0),
  constraint spfe_deliveries_message_es_check check (message_es is null or message is not null),
  constraint spfe_deliveries_rule_check check ((state = 'blocked') = (rule is not null)),
  -- Nothing is called admitted without AEAT's acknowledgement.
  constraint spfe_deliveries_csv_check check (csv is not null or not (state in ('admitted', 'withdrawing', 'withdrawn'))),
  constraint spfe_deliveries_version_check check (version >= case when state in ('sending', 'uncertain', 'admitted', 'rejected') then 1 else 0 end)
);
-- Deliveries of which no contents are written, those that may be sent, and those of which AEAT must be asked: the to-do list of the workers.
create index spfe_deliveries_unwritten_index on spfe_deliveries (organization_id, issuer_nif, issued_invoice_id)
  where version = 0 and state in ('prepared', 'pending');
create index spfe_deliveries_due_index on spfe_deliveries (organization_id, issuer_nif, issued_invoice_id) where state = 'pending' and version > 0;
create index spfe_deliveries_uncertain_index on spfe_deliveries (organization_id, issuer_nif, not_before) where state = 'uncertain';
create index spfe_deliveries_open_index on spfe_deliveries (due_by)
  where state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict');
create index spfe_deliveries_admitted_index on spfe_deliveries (organization_id, issuer_nif, states_read_at nulls first) where state = 'admitted';
create index spfe_deliveries_identity_index on spfe_deliveries (organization_id, issuer_nif, issue_date, invoice_number);

-- Each version of the contents of a delivery, exactly as it is sent. Append-only.
create table spfe_versions (
  issued_invoice_id bigint,
  version integer,
  organization_id bigint not null,
  -- A copy of an original that a private platform delivers (BT-ES-1).
  is_copy boolean not null,
  -- Compressed with zstd, and the size and SHA-256 of what it contains.
  xml bytea not null,
  size integer not null,
  sha256 bytea not null,
  -- Who ordered a version after the first one, and why.
  ordered_by text,
  reason text,
  created_at timestamptz not null,
  primary key (issued_invoice_id, version),
  constraint spfe_versions_issued_invoice_id_foreign foreign key (issued_invoice_id) references spfe_deliveries(issued_invoice_id),
  constraint spfe_versions_version_check check (version >= 1),
  constraint spfe_versions_ordered_check check ((version = 1) = (ordered_by is null)),
  constraint spfe_versions_size_check check (size >= 1 and size <= 5242880),
  constraint spfe_versions_sha256_check check (length(sha256) = 32)
);
alter table spfe_versions alter column xml set storage external;

-- What an issuer tells the SPFE about an invoice: it was collected (SETTLEMENT) or not paid when it was due (DEFAULT), one of these was wrong, or the
-- invoice is withdrawn because its operation never existed (CANCELINVOICE). A message waits until the invoice is admitted.
create table spfe_messages (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  issued_invoice_id bigint not null,
  kind varchar(16) not null,
  -- The day of the collection, the due date of a default, or the day of the withdrawal. Cancellations have none.
  effective_on date,
  due_on date,
  is_financed boolean default false not null,
  goods_received_on date,
  invoice_received_on date,
  state varchar(10) default 'pending' not null,
  -- Whether the SPFE has the invoice. Triggers set it, so that workers need not read what waits for its delivery.
  is_sendable boolean default false not null,
  -- The payment from which it is derived.
  payment_id bigint,
  -- The message that it cancels.
  cancels_id bigint,
  -- The Idempotency-Key of the request for it, and who asked and why.
  request_key uuid,
  requested_by text not null,
  reason text,
  requested_at timestamptz not null,
  csv text,
  code text,
  message text,
  answered_at timestamptz,
  faults integer default 0 not null,
  not_before timestamptz,
  primary key (id),
  constraint spfe_messages_issued_invoice_id_foreign foreign key (issued_invoice_id) references spfe_deliveries(issued_invoice_id),
  constraint spfe_messages_payment_id_foreign foreign key (payment_id) references payments(id),
  constraint spfe_messages_kind_check check (kind in ('SETTLEMENT', 'CANCELSETTLEMENT', 'DEFAULT', 'CANCELDEFAULT', 'CANCELINVOICE')),
  constraint spfe_messages_effective_check check ((kind in ('CANCELSETTLEMENT', 'CANCELDEFAULT')) = (effective_on is null)),
  constraint spfe_messages_cancels_check check ((kind in ('CANCELSETTLEMENT', 'CANCELDEFAULT')) = (cancels_id is not null)),
  constraint spfe_messages_state_check check (state in ('pending', 'sending', 'uncertain', 'accepted', 'rejected', 'superseded')),
  constraint spfe_messages_csv_check check (state <> 'accepted' or csv is not null)
);
create index spfe_messages_due_index on spfe_messages (organization_id, issuer_nif, requested_at, id) where state = 'pending' and is_sendable;
create index spfe_messages_uncertain_index on spfe_messages (organization_id, issuer_nif, not_before) where state = 'uncertain';
create index spfe_messages_issued_invoice_id_index on spfe_messages (issued_invoice_id, id);
create unique index spfe_messages_request_key_unique on spfe_messages (organization_id, request_key) where request_key is not null;
create unique index spfe_messages_cancels_id_unique on spfe_messages (cancels_id) where state not in ('rejected', 'superseded');
-- A collection can be taken back and follow again while its first message is on its way, so that several messages of these kinds are open. Their
-- order is that of their ids.
create unique index spfe_messages_open_unique on spfe_messages (issued_invoice_id, kind)
  where state in ('pending', 'sending', 'uncertain') and kind in ('DEFAULT', 'CANCELINVOICE');

-- The sending of an issuer's deliveries. The row is created with its first request and locked while a request is claimed.
create table spfe_issuers (
  organization_id bigint,
  issuer_nif varchar(9),
  failures integer default 0 not null,
  next_allowed_at timestamptz,
  halted_at timestamptz,
  halted_reason text,
  -- When the invoices of the SPFE were last compared with the deliveries, and the page where a comparison goes on. Nobody else asks until `comparing_until`.
  compared_at timestamptz,
  comparing_from timestamptz,
  compared_page text,
  comparing_until timestamptz,
  -- Nothing is sent until the invoices of the SPFE were compared, because the database was restored.
  must_compare boolean default false not null,
  primary key (organization_id, issuer_nif),
  constraint spfe_issuers_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint spfe_issuers_halted_check check ((halted_at is null) = (halted_reason is null)),
  constraint spfe_issuers_failures_check check (failures >= 0)
);

-- A request to a service of the SPFE: one HTTP request, never repeated. A request whose lease ended without an answer has an unknown outcome.
create table spfe_requests (
  id bigserial,
  organization_id bigint not null,
  issuer_nif varchar(9) not null,
  service varchar(8) not null,
  members integer not null,
  -- What is sent beside the versions of deliveries, compressed with zstd; null if nothing is.
  body bytea,
  -- Of all that is sent.
  sha256 bytea,
  created_at timestamptz not null,
  sending_until timestamptz not null,
  ended_at timestamptz,
  outcome varchar(8),
  -- The code of the answer (200, 206, 400) or of a fault.
  code text,
  message text,
  http_status smallint,
  csv text,
  -- Compressed with zstd.
  answer bytea,
  answer_sha256 bytea,
  erased_at timestamptz,
  primary key (id),
  constraint spfe_requests_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint spfe_requests_service_check check (service in ('send', 'cancel', 'report', 'find', 'list')),
  constraint spfe_requests_members_check check (members >= 0 and members <= case when service = 'find' then 1000 else 100 end),
  constraint spfe_requests_outcome_check check (outcome in ('answered', 'fault', 'not_sent', 'unknown') and (outcome is null) = (ended_at is null)),
  constraint spfe_requests_erased_check check (erased_at is null or (body is null and answer is null))
);
alter table spfe_requests alter column body set storage external;
alter table spfe_requests alter column answer set storage external;
create index spfe_requests_open_index on spfe_requests (organization_id, issuer_nif, id) where ended_at is null;
create index spfe_requests_ended_at_index on spfe_requests (ended_at);
-- The last request of an issuer.
create index spfe_requests_last_index on spfe_requests (organization_id, issuer_nif, ended_at) where ended_at is not null;

-- A delivery or a message in a request, and what AEAT answered to it. Answers are matched by the unique code, never by place.
create table spfe_members (
  request_id bigint,
  ordinal integer,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  -- The version of the delivery that is sent or looked up.
  version integer,
  message_id bigint,
  -- `unsettled` if AEAT gave no verdict on it, so that it is looked up before it is sent again.
  verdict varchar(9),
  code text,
  message text,
  localizador text,
  answered_at timestamptz,
  primary key (request_id, ordinal),
  constraint spfe_members_request_id_foreign foreign key (request_id) references spfe_requests(id),
  constraint spfe_members_message_id_foreign foreign key (message_id) references spfe_messages(id),
  constraint spfe_members_verdict_check check (verdict in ('accepted', 'rejected', 'found', 'missing', 'differs', 'unsettled', 'returned')),
  constraint spfe_members_answered_check check ((verdict is null) = (answered_at is null)),
  constraint spfe_members_member_check check ((version is null) <> (message_id is null))
);
-- Never two requests with one invoice on their way.
create unique index spfe_members_in_flight_unique on spfe_members (issued_invoice_id) where answered_at is null;
create index spfe_members_issued_invoice_id_index on spfe_members (issued_invoice_id, request_id);

-- What the SPFE tells of an invoice that its recipient reported. A report that is no longer told keeps its row.
create table spfe_recipient_reports (
  id bigserial,
  organization_id bigint not null,
  issued_invoice_id bigint not null,
  kind varchar(9) not null,
  effective_on date not null,
  due_on date,
  -- Annex II, list 1: why the recipient rejected the invoice.
  condition varchar(2),
  first_seen_at timestamptz not null,
  gone_at timestamptz,
  primary key (id),
  constraint spfe_recipient_reports_issued_invoice_id_foreign foreign key (issued_invoice_id) references spfe_deliveries(issued_invoice_id),
  constraint spfe_recipient_reports_kind_check check (kind in ('PAYMENT', 'REJECTION'))
);
create unique index spfe_recipient_reports_present_unique on spfe_recipient_reports (issued_invoice_id, kind) where gone_at is null;
create index spfe_recipient_reports_seen_index on spfe_recipient_reports (organization_id, first_seen_at, id);
create index spfe_recipient_reports_newest_index on spfe_recipient_reports (kind, first_seen_at) where gone_at is null;

-- Documents of an issuer in which the SPFE and the deliveries differ: only there, only here, or answers about documents that nobody sent.
create table spfe_differences (
  organization_id bigint,
  issuer_nif varchar(9),
  issue_date date,
  invoice_number text,
  kind varchar(8),
  issued_invoice_id bigint,
  details text,
  found_at timestamptz not null,
  primary key (organization_id, issuer_nif, issue_date, invoice_number, kind),
  constraint spfe_differences_organization_id_foreign foreign key (organization_id) references organizations(id),
  constraint spfe_differences_kind_check check (kind in ('foreign', 'missing', 'content', 'unasked'))
);

-- What the pages of a comparison under way have shown of the documents of an issuer.
create table spfe_compared (
  organization_id bigint,
  issuer_nif varchar(9),
  issue_date date,
  invoice_number text,
  status text not null,
  localizador text,
  csv text,
  primary key (organization_id, issuer_nif, issue_date, invoice_number),
  constraint spfe_compared_organization_id_foreign foreign key (organization_id) references organizations(id)
);

-- A time during which the SPFE could not be used: from the first attempt that it did not answer to the first answer. If it lasted more than 24 hours
-- and an operator confirms that it was the SPFE's, what was due meanwhile is due on the fourth working day after it (Orden, arts. 5.7 and 8.4).
create table spfe_outages (
  id bigserial,
  began_at timestamptz not null,
  last_failed_at timestamptz not null,
  -- The attempts that failed: the evidence.
  attempts integer default 1 not null,
  ended_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by text,
  due_until timestamptz,
  primary key (id),
  constraint spfe_outages_confirmed_check check ((confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (due_until is null)),
  constraint spfe_outages_attempts_check check (attempts >= 1)
);
create unique index spfe_outages_open_unique on spfe_outages ((true)) where ended_at is null;

create function check_new_spfe_deliveries() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from issued_invoices a where a.id = n.issued_invoice_id limit 1) x on true
    where (x.organization_id, x.issuer_nif, x.invoice_number, x.issue_date)
          is distinct from (n.organization_id, n.issuer_nif, n.invoice_number, n.issue_date)
       or n.version <> 0 or n.state not in ('not_concerned', 'unknown', 'elsewhere', 'prepared', 'pending')
       or (n.state = 'pending') <> (n.due_by is not null)) then
    raise exception 'a delivery to the SPFE starts with its issued invoice' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_spfe_delivery() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.issued_invoice_id, new.organization_id, new.issuer_nif, new.invoice_number, new.issue_date, new.mode, new.created_at)
      is distinct from (old.issued_invoice_id, old.organization_id, old.issuer_nif, old.invoice_number, old.issue_date, old.mode, old.created_at)
     or (new.channel <> old.channel and (old.state, new.state, old.channel, new.channel) is distinct from ('withdrawn', 'pending', 'copy', 'interconnect'))
     or new.version not between old.version and old.version + 1
     or (old.warned_at is not null and new.warned_at is distinct from old.warned_at)
     or not (new.state = old.state or (old.state, new.state) in (
       ('unknown', 'not_concerned'), ('unknown', 'elsewhere'), ('unknown', 'prepared'), ('unknown', 'pending'), ('unknown', 'blocked'),
       ('prepared', 'blocked'), ('blocked', 'prepared'), ('pending', 'blocked'), ('blocked', 'pending'), ('pending', 'held'), ('pending', 'uncertain'), ('held', 'pending'),
       ('pending', 'sending'), ('sending', 'pending'), ('sending', 'admitted'), ('sending', 'rejected'), ('sending', 'uncertain'),
       ('uncertain', 'pending'), ('uncertain', 'admitted'), ('uncertain', 'conflict'), ('uncertain', 'rejected'), ('uncertain', 'held'), ('rejected', 'pending'), ('rejected', 'uncertain'),
       ('conflict', 'pending'), ('conflict', 'uncertain'), ('admitted', 'withdrawing'), ('withdrawing', 'admitted'), ('withdrawing', 'withdrawn'),
       ('withdrawn', 'pending'))) then
    raise exception 'delivery % to the SPFE: % does not follow %, and what was frozen when its invoice was issued never changes',
      old.issued_invoice_id, new.state, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_new_spfe_versions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from spfe_deliveries a where a.issued_invoice_id = n.issued_invoice_id limit 1) d on true
    where d.organization_id is distinct from n.organization_id
       or n.version <> 1 + (select count(*) from spfe_versions v where v.issued_invoice_id = n.issued_invoice_id and v.version < n.version)
       or d.state in ('not_concerned', 'unknown', 'elsewhere')) then
    raise exception 'a version of a delivery to the SPFE follows its last one' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_spfe_message() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - '{is_sendable,state,csv,code,message,answered_at,faults,not_before}'::text[])
       is distinct from (to_jsonb(old) - '{is_sendable,state,csv,code,message,answered_at,faults,not_before}'::text[])
     or not (new.state = old.state or (old.state, new.state) in (
       ('pending', 'sending'), ('pending', 'superseded'), ('pending', 'uncertain'), ('sending', 'pending'), ('sending', 'accepted'), ('sending', 'rejected'), ('sending', 'uncertain'),
       ('uncertain', 'pending'), ('uncertain', 'accepted'), ('uncertain', 'rejected'), ('rejected', 'superseded'))) then
    raise exception 'message % to the SPFE: % does not follow %', old.id, new.state, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_new_spfe_messages() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from spfe_deliveries a where a.issued_invoice_id = n.issued_invoice_id limit 1) d on true
    where (d.organization_id, d.issuer_nif) is distinct from (n.organization_id, n.issuer_nif) or n.state <> 'pending') then
    raise exception 'a message to the SPFE is about an invoice of its issuer' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_spfe_request() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.id, new.organization_id, new.issuer_nif, new.service, new.members, new.created_at, new.sending_until)
      is distinct from (old.id, old.organization_id, old.issuer_nif, old.service, old.members, old.created_at, old.sending_until) then
    raise exception 'request % to the SPFE: its contents are immutable', old.id using errcode = 'restrict_violation';
  end if;
  if current_user = 'engine_retention' then
    if old.erased_at is not null or new.erased_at is distinct from now()
       or (to_jsonb(new) - '{body,answer,erased_at}'::text[]) is distinct from (to_jsonb(old) - '{body,answer,erased_at}'::text[])
       or not coalesce(old.ended_at < (date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid', false) then
      raise exception '% on % is refused: a request can be erased only after its retention period', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.ended_at is not null or new.erased_at is not null
     or (old.sha256 is not null and (new.body, new.sha256) is distinct from (old.body, old.sha256))
     or (new.ended_at is not null and exists (select from spfe_members m where m.request_id = new.id and m.answered_at is null)) then
    raise exception 'request % to the SPFE: it ends once, when each of its members is answered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function guard_spfe_member() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.request_id, new.ordinal, new.organization_id, new.issued_invoice_id, new.version, new.message_id)
       is distinct from (old.request_id, old.ordinal, old.organization_id, old.issued_invoice_id, old.version, old.message_id)
     or old.answered_at is not null then
    raise exception 'the answer of the SPFE to a member of a request never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function check_new_spfe_members() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from inserted n
    left join lateral (select a.* from spfe_requests a where a.id = n.request_id limit 1) q on true
    left join lateral (select a.* from spfe_deliveries a where a.issued_invoice_id = n.issued_invoice_id limit 1) d on true
    left join lateral (select a.* from spfe_messages a where a.id = n.message_id limit 1) m on true
    where (q.organization_id, q.issuer_nif) is distinct from (n.organization_id, d.issuer_nif)
       or (n.version is not null and n.version <> d.version)
       or (n.message_id is not null and m.issued_invoice_id <> n.issued_invoice_id)) then
    raise exception 'a request to the SPFE contains deliveries and messages of its issuer' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create function guard_spfe_report() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(new) - 'gone_at') is distinct from (to_jsonb(old) - 'gone_at') or old.gone_at is not null then
    raise exception 'what a recipient reported never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The lock lets the delivery be admitted before the message is inserted or afterwards, but not meanwhile.
create function await_spfe_delivery() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_sendable := coalesce((
    select d.state in ('admitted', 'withdrawing') from spfe_deliveries d where d.issued_invoice_id = new.issued_invoice_id for share), false);
  return new;
end $$;
create trigger spfe_messages_await_delivery before insert on spfe_messages for each row execute function await_spfe_delivery();

create function release_spfe_messages() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from changed c join former f on f.issued_invoice_id = c.issued_invoice_id
    where (c.state in ('admitted', 'withdrawing')) <> (f.state in ('admitted', 'withdrawing'))) then
    update spfe_messages m set is_sendable = c.state in ('admitted', 'withdrawing')
    from changed c
    where m.issued_invoice_id = c.issued_invoice_id and m.is_sendable <> (c.state in ('admitted', 'withdrawing'));
  end if;
  return null;
end $$;
create trigger spfe_deliveries_release_messages after update on spfe_deliveries referencing old table as former new table as changed for each statement
  execute function release_spfe_messages();

create trigger spfe_deliveries_check_new after insert on spfe_deliveries referencing new table as inserted for each statement
  execute function check_new_spfe_deliveries();
create trigger spfe_deliveries_guard before update on spfe_deliveries for each row execute function guard_spfe_delivery();
create trigger spfe_deliveries_refuse_delete before delete or truncate on spfe_deliveries for each statement execute function refuse_change();
create trigger spfe_versions_check_new after insert on spfe_versions referencing new table as inserted for each statement
  execute function check_new_spfe_versions();
create trigger spfe_versions_refuse_change before update or delete or truncate on spfe_versions for each statement execute function refuse_change();
create trigger spfe_messages_check_new after insert on spfe_messages referencing new table as inserted for each statement
  execute function check_new_spfe_messages();
create trigger spfe_messages_guard before update on spfe_messages for each row execute function guard_spfe_message();
create trigger spfe_messages_refuse_delete before delete or truncate on spfe_messages for each statement execute function refuse_change();
create trigger spfe_issuers_refuse_delete before delete or truncate on spfe_issuers for each statement execute function refuse_change();
create constraint trigger spfe_issuers_require_act after update on spfe_issuers
  deferrable initially deferred for each row when (current_user in ('engine_operator', 'engine_acts'))
  execute function require_act('organization_id', 'spfe.resume', 'spfe.compare');
create trigger spfe_requests_guard before update on spfe_requests for each row execute function guard_spfe_request();
create trigger spfe_requests_refuse_delete before delete or truncate on spfe_requests for each statement execute function refuse_change();
create trigger spfe_requests_require_erasing_act after update on spfe_requests
  for each statement when (current_user = 'engine_retention') execute function require_erasing_act();
create trigger spfe_members_check_new after insert on spfe_members referencing new table as inserted for each statement
  execute function check_new_spfe_members();
create trigger spfe_members_guard before update on spfe_members for each row execute function guard_spfe_member();
create trigger spfe_members_refuse_delete before delete or truncate on spfe_members for each statement execute function refuse_change();
create trigger spfe_recipient_reports_guard before update on spfe_recipient_reports for each row execute function guard_spfe_report();
create trigger spfe_recipient_reports_refuse_delete before delete or truncate on spfe_recipient_reports for each statement execute function refuse_change();
create trigger spfe_outages_refuse_delete before delete or truncate on spfe_outages for each statement execute function refuse_change();
create constraint trigger spfe_outages_require_act after update on spfe_outages
  deferrable initially deferred for each row when (current_user = 'engine_operator') execute function require_act('id', 'spfe.outage');

alter table spfe_decisions enable row level security;
alter table spfe_decisions force row level security;
alter table spfe_deliveries enable row level security;
alter table spfe_deliveries force row level security;
alter table spfe_versions enable row level security;
alter table spfe_versions force row level security;
alter table spfe_messages enable row level security;
alter table spfe_messages force row level security;
alter table spfe_issuers enable row level security;
alter table spfe_issuers force row level security;
alter table spfe_requests enable row level security;
alter table spfe_requests force row level security;
alter table spfe_members enable row level security;
alter table spfe_members force row level security;
alter table spfe_recipient_reports enable row level security;
alter table spfe_recipient_reports force row level security;
alter table spfe_differences enable row level security;
alter table spfe_differences force row level security;
alter table spfe_compared enable row level security;
alter table spfe_compared force row level security;
alter table spfe_outages enable row level security;
alter table spfe_outages force row level security;

-- A decision contains only the NIF and how its invoices are delivered, which concerns every organization that issues for that NIF.
create policy all_issuers on spfe_decisions for select to engine_dashboard, engine_ingress, engine_worker using (true);
create policy every_issuer on spfe_decisions to engine_operator using (true);
create policy whole_table on spfe_decisions for select to engine_reader using (true);
create policy every_organization on spfe_deliveries to engine_operator, engine_worker using (true);
create policy own_organization on spfe_deliveries for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on spfe_deliveries for select to engine_dashboard using (true);
create policy whole_table on spfe_deliveries for select to engine_reader using (true);
create policy every_organization on spfe_versions to engine_operator, engine_worker using (true);
create policy own_organization on spfe_versions for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on spfe_versions for select to engine_reader using (true);
create policy every_organization on spfe_messages to engine_operator, engine_worker using (true);
create policy own_organization on spfe_messages for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on spfe_messages for select to engine_dashboard using (true);
create policy whole_table on spfe_messages for select to engine_reader using (true);
create policy every_organization on spfe_issuers to engine_operator, engine_worker using (true);
create policy overview on spfe_issuers for select to engine_dashboard using (true);
create policy own_organization on spfe_issuers for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy whole_table on spfe_issuers for select to engine_reader using (true);
create policy every_organization on spfe_requests to engine_operator, engine_worker using (true);
create policy every_organization_of_retention on spfe_requests to engine_retention using (true);
create policy overview on spfe_requests for select to engine_dashboard using (true);
create policy whole_table on spfe_requests for select to engine_reader using (true);
create policy every_organization on spfe_members to engine_operator, engine_worker using (true);
create policy whole_table on spfe_members for select to engine_reader using (true);
create policy every_organization on spfe_recipient_reports to engine_operator, engine_worker using (true);
create policy own_organization on spfe_recipient_reports for select to engine_ingress using (organization_id + 0 = any ((select
  current_organizations())::bigint[]));
create policy overview on spfe_recipient_reports for select to engine_dashboard using (true);
create policy whole_table on spfe_recipient_reports for select to engine_reader using (true);
create policy every_organization on spfe_differences to engine_operator, engine_worker using (true);
create policy overview on spfe_differences for select to engine_dashboard using (true);
create policy whole_table on spfe_differences for select to engine_reader using (true);
create policy every_organization on spfe_compared to engine_worker using (true);
create policy whole_table on spfe_compared for select to engine_reader using (true);
-- Nothing in an outage is about an organization.
create policy every_outage on spfe_outages to engine_operator, engine_worker using (true);
create policy all_outages on spfe_outages for select to engine_dashboard, engine_ingress, engine_reader using (true);

grant select (issuer_nif, mode, channel, basis, valid_from, withdrawn_at) on spfe_decisions to engine_dashboard, engine_ingress, engine_worker;
grant select (persons_are_businesses) on organizations to engine_ingress, engine_dashboard;
grant update (persons_are_businesses) on organizations to engine_operator;
grant execute on function spfe_decisions(text[]) to engine_dashboard, engine_ingress, engine_operator, engine_reader, engine_worker;
grant insert, select, update (withdrawn_at) on spfe_decisions to engine_operator;
grant usage on sequence spfe_decisions_id_seq to engine_operator;
grant select (issued_invoice_id, organization_id, issuer_nif, invoice_number, issue_date, mode, channel, state, reason, missing, rule, due_by, version, csv, code,
  message, answered_at, created_at) on spfe_deliveries to engine_dashboard;
grant select on spfe_deliveries to engine_ingress;
grant select, update (channel, state, reason, missing, rule, due_by, version, message, message_es, not_before) on spfe_deliveries to engine_operator;
grant insert, select, update (channel, state, reason, missing, rule, due_by, version, csv, localizador, code, message, message_es, answered_at, faults, not_before, warned_at,
  states_read_at) on spfe_deliveries to engine_worker;
grant select on spfe_versions to engine_ingress, engine_operator;
grant insert, select on spfe_versions to engine_worker;
grant select (id, organization_id, issuer_nif, issued_invoice_id, kind, effective_on, due_on, cancels_id, state, code, message, requested_at, answered_at)
  on spfe_messages to engine_dashboard;
grant select on spfe_messages to engine_ingress;
grant insert, select, update (is_sendable, state) on spfe_messages to engine_operator;
grant insert, select, update (is_sendable, state, csv, code, message, answered_at, faults, not_before) on spfe_messages to engine_worker;
grant usage on sequence spfe_messages_id_seq to engine_operator, engine_worker;
-- The dashboard has rights on columns only: with a right on a whole table it could lock it.
grant select (organization_id, issuer_nif, failures, next_allowed_at, halted_at, halted_reason, compared_at, must_compare) on spfe_issuers to engine_dashboard;
grant select on spfe_issuers to engine_ingress;
grant select, update (failures, next_allowed_at, halted_at, halted_reason, compared_at, must_compare) on spfe_issuers to engine_operator;
grant insert, select, update (failures, next_allowed_at, halted_at, halted_reason, compared_at, comparing_from, compared_page, comparing_until, must_compare)
  on spfe_issuers to engine_worker;
grant select (id, organization_id, issuer_nif, service, members, created_at, sending_until, ended_at, outcome, code, message, http_status, csv) on spfe_requests
  to engine_dashboard;
grant select on spfe_requests to engine_operator;
grant insert, select, update (body, sha256, ended_at, outcome, code, message, http_status, csv, answer, answer_sha256) on spfe_requests to engine_worker;
grant usage on sequence spfe_requests_id_seq to engine_worker;
grant select, update (body, answer, erased_at) on spfe_requests to engine_retention;
grant select on spfe_members to engine_operator;
grant insert, select, update (verdict, code, message, localizador, answered_at) on spfe_members to engine_worker;
grant select on spfe_recipient_reports to engine_ingress, engine_operator;
grant select (id, organization_id, issued_invoice_id, kind, effective_on, due_on, condition, first_seen_at, gone_at) on spfe_recipient_reports to engine_dashboard;
grant insert, select, update (gone_at) on spfe_recipient_reports to engine_worker;
grant usage on sequence spfe_recipient_reports_id_seq to engine_worker;
grant select (organization_id, issuer_nif, issue_date, invoice_number, kind, issued_invoice_id, details, found_at) on spfe_differences to engine_dashboard;
grant select on spfe_differences to engine_operator;
grant insert, select, update (details, issued_invoice_id), delete on spfe_differences to engine_worker;
grant insert, select, delete on spfe_compared to engine_worker;
grant select (id, began_at, last_failed_at, attempts, ended_at, confirmed_at, confirmed_by, due_until) on spfe_outages to engine_dashboard;
grant select on spfe_outages to engine_ingress;
grant select, update (confirmed_at, confirmed_by, due_until) on spfe_outages to engine_operator;
grant insert, select, update (last_failed_at, attempts, ended_at) on spfe_outages to engine_worker;
grant usage on sequence spfe_outages_id_seq to engine_worker;
