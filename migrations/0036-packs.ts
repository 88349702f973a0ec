import { Migration } from '@mikro-orm/migrations';
import { ensureRole, IN_SCOPE } from './0005-row-security.ts';
import { PIN_GUARDS } from './0010-walls.ts';

/*
 * Documents and records lie in packs (ops/adr/0053): the literals of up to 64 neighbouring invoices of a batch, compressed together. Their rows keep what is looked up or checked.
 * A literal stands in its row or in its pack; the database refuses a row whose literal is nowhere. Rows of before are emptied by one function alone, and only of what lies in a
 * pack that is as new as the transaction.
 */

/** Owns the functions that empty rows, and nobody can be it. */
const PACKER = 'engine_packer';

/** Positions of a batch that share a pack. */
const SIZE = 64;

/** Per table of packs: what its literals belong to. */
const PACKED = {
  document_packs: { rows: 'issued_invoices', invoice: 'id', literal: 'document' },
  record_packs: { rows: 'registration_records', invoice: 'issued_invoice_id', literal: 'xml' },
} as const;
type Packed = (typeof PACKED)[keyof typeof PACKED];

const buildTable = (table: string) => [
  `create table ${table} (
    batch_id bigint not null,
    organization_id bigint not null,
    positions bigint not null,
    part smallint not null,
    codec smallint not null,
    sha256 bytea not null,
    content bytea not null,
    primary key (batch_id, part)
  )`,
  // Compressed already.
  `alter table ${table} alter column content set storage external`,
  `alter table ${table} add constraint ${table}_part_check check (part >= 0 and part <= 15)`,
  `alter table ${table} add constraint ${table}_positions_check check (positions <> 0)`,
  `alter table ${table} add constraint ${table}_sha256_check check (length(sha256) = 32)`,
  `create trigger ${table}_refuse_update before update on ${table} for each statement execute function refuse_change()`,
  `create trigger ${table}_refuse_delete before delete or truncate on ${table} for each statement execute function refuse_change()`,
  `create trigger ${table}_check_new after insert on ${table}
   referencing new table as inserted for each statement execute function check_new_packs()`,
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy every_organization on ${table} to engine_worker, engine_operator using (true)`,
  `create policy own_organization on ${table} to engine_ingress using (${IN_SCOPE('organization_id')})`,
  `create policy whole_table on ${table} for select to engine_reader using (true)`,
  `create policy packing on ${table} for select to ${PACKER} using (true)`,
  `grant select on ${table} to engine_ingress, engine_operator, ${PACKER}`,
  `grant select, insert on ${table} to engine_worker`,
];

const NEW_PACKS = `
  create function check_new_packs() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted i
      left join lateral (select a.organization_id from batches a where a.id = i.batch_id limit 1) b on true
      where b.organization_id is distinct from i.organization_id)
    then
      raise exception 'a pack must belong to a batch of its organization' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`;

/** The rows of a pack: their invoices' ids. */
const rangeOf = (pack: string) =>
  `${pack}.batch_id * 1000 + ${pack}.part * ${SIZE} and ${pack}.batch_id * 1000 + least(${pack}.part * ${SIZE} + ${SIZE - 1}, 999)`;

/** The rows of a part that lack their literals must be those that its pack holds, each once: they are stored together, and nothing comes to them later. */
const checkLiterals = (name: string, packs: string, { rows, invoice, literal }: Packed, alone: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  begin
    if not exists (select from inserted where ${literal} is null) then
      return null;
    end if;
    if exists (select from inserted i where i.${literal} is null and ${alone})
       or exists (
         select from (
           select i.${invoice} / 1000 as batch_id, i.${invoice} % 1000 / ${SIZE} as part, i.organization_id
           from inserted i where i.${literal} is null group by 1, 2, 3) n
         left join lateral (
           select a.organization_id, a.positions from ${packs} a where a.batch_id = n.batch_id and a.part = n.part limit 1) p on true
         where p.organization_id is distinct from n.organization_id
            or not (select bit_or(1::bigint << (x.${invoice} % 1000 % ${SIZE})::int) = p.positions and count(*) = bit_count(p.positions::bit(${SIZE}))
                    from ${rows} x where x.${invoice} between ${rangeOf('n')} and x.${literal} is null))
    then
      raise exception 'what was ${rows === 'issued_invoices' ? 'issued' : 'registered'} must be kept: in its row, or in the pack of its part of the batch'
        using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger ${rows}_check_literals after insert on ${rows}
    referencing new table as inserted for each statement execute function ${name}()`;

/** When literals began to lie in packs, and how far the rows of before are packed: invoices' ids. One row, or none while workers of the version before may still read. */
const PACKING = [
  `create table packing (
    id smallint primary key,
    started_at timestamptz not null,
    until_id bigint not null,
    packed_id bigint not null
  )`,
  'alter table packing add constraint packing_id_check check (id = 1)',
  'alter table packing add constraint packing_packed_id_check check (packed_id >= 0 and packed_id <= until_id)',
  `create function guard_packing() returns trigger language plpgsql as $$
  begin
    if (new.id, new.started_at, new.until_id) is distinct from (old.id, old.started_at, old.until_id) or new.packed_id < old.packed_id then
      raise exception 'packing only goes on' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  'create trigger packing_guard before update on packing for each row execute function guard_packing()',
  'create trigger packing_refuse_delete before delete or truncate on packing for each statement execute function refuse_change()',
  `create constraint trigger packing_require_act after insert on packing deferrable initially deferred
   for each row when (current_user = 'engine_operator') execute function require_act('id', 'packing.start')`,
  `grant select on packing to engine_worker, engine_operator, ${PACKER}`,
  'grant update (packed_id) on packing to engine_worker',
  'grant insert on packing to engine_operator',
  // A database that never had a batch has no worker of the version before.
  'insert into packing select 1, now(), 0, 0 where not (select is_called from batches_id_seq)',
];

/** What a pack of rows must say: the same bytes as src/persistence/packs/payload.ts writes. */
const hashOf = ({ invoice, literal }: Packed) => `
  sha256(int2send(count(*)::int2)
         || string_agg(int2send((x.${invoice} % 1000)::int2) || int4send(octet_length(x.${literal})), ''::bytea order by x.${invoice})
         || string_agg(convert_to(x.${literal}, 'UTF8'), ''::bytea order by x.${invoice}))`;

/** Which rows of before are packed: corrections stay in their rows, as they are when they come. */
const isFirst = ({ rows }: Packed) =>
  rows === 'issued_invoices'
    ? 'true'
    : `x.kind = 'alta' and not exists (select from public.corrections k where k.chain_id = x.chain_id and k.sequence = x.sequence)`;

/** What else is set: others must not ask the document again. */
const BESIDE = `, document_bytes = octet_length(x.document),
       invoice_type = coalesce(x.invoice_type, x.document::json ->> 'type'),
       issuer_name = coalesce(x.issuer_name, x.document::json #>> '{issuer,name}'),
       operation_date = case when x.invoice_type is null then (x.document::json ->> 'operationDate')::date else x.operation_date end`;

/**
 * Empties rows of parts whose literals lie in packs that came in this transaction, and only where those hold what the rows say, each of them. @returns how many.
 * The rows are held first; whatever comes to a part meanwhile makes the count another one.
 */
const buildEmptying = (name: string, packs: string, packed: Packed, beside: string) => {
  const { rows, invoice, literal } = packed;
  const ofParts = `
    from unnest(batches, parts) n (batch_id, part)
    join public.${rows} x on x.${invoice} between ${rangeOf('n')} and x.${literal} is not null and ${isFirst(packed)}`;
  return [
    `create function ${name}(batches bigint[], parts smallint[]) returns bigint language plpgsql volatile security definer as $$
    declare
      held bigint;
      emptied bigint;
    begin
      if not exists (select from public.packing) then
        raise exception 'packing has not begun' using errcode = 'restrict_violation';
      end if;
      perform ${ofParts} for no key update of x;
      get diagnostics held = row_count;
      if exists (
        select from unnest(batches, parts) n (batch_id, part)
        left join lateral (
          select a.* from public.${packs} a
          where a.batch_id = n.batch_id and a.part = n.part and a.xmin = pg_current_xact_id()::xid limit 1) p on true
        cross join lateral (
          select ${hashOf(packed)} as sha256, bit_or(1::bigint << (x.${invoice} % 1000 % ${SIZE})::int) as positions,
                 count(*) = bit_count(p.positions::bit(${SIZE})) and bool_and(x.organization_id = p.organization_id) as fits
          from public.${rows} x where x.${invoice} between ${rangeOf('n')} and x.${literal} is not null and ${isFirst(packed)}) r
        where (p.sha256, p.positions, true) is distinct from (r.sha256, r.positions, r.fits))
      then
        raise exception 'what is emptied must lie in a pack that came with it' using errcode = 'restrict_violation';
      end if;
      update public.${rows} x set ${literal} = null${beside}
      from unnest(batches, parts) n (batch_id, part)
      where x.${invoice} between ${rangeOf('n')} and x.${literal} is not null and ${isFirst(packed)};
      get diagnostics emptied = row_count;
      if emptied <> held then
        raise exception 'rows came while they were packed' using errcode = 'restrict_violation';
      end if;
      return emptied;
    end $$`,
    `revoke execute on function ${name}(bigint[], smallint[]) from public`,
    `alter function ${name}(bigint[], smallint[]) set search_path = pg_catalog, pg_temp`,
    `grant execute on function ${name}(bigint[], smallint[]) to engine_worker`,
    `alter function ${name}(bigint[], smallint[]) owner to ${PACKER}`,
  ];
};

const OF_PACKER = [
  `grant usage on schema public to ${PACKER}`,
  `grant select on issued_invoices, registration_records to ${PACKER}`,
  `grant select (chain_id, sequence) on corrections to ${PACKER}`,
  `grant update (document, document_bytes, invoice_type, issuer_name, operation_date) on issued_invoices to ${PACKER}`,
  `grant update (xml) on registration_records to ${PACKER}`,
  `create policy packing on corrections for select to ${PACKER} using (true)`,
  ...['issued_invoices', 'registration_records'].flatMap((table) => [
    `create policy packing on ${table} to ${PACKER} using (true)`,
    // Nobody else changes them, whatever is asked.
    `drop trigger ${table}_refuse_update on ${table}`,
    `create trigger ${table}_refuse_update before update on ${table}
     for each statement when (current_user <> '${PACKER}') execute function refuse_change()`,
  ]),
  // What stood beside a document is left as it was: only what was not there is filled in.
  `create function guard_packed_invoice() returns trigger language plpgsql as $$
  begin
    if old.document is null or new.document is not null or new.document_bytes is distinct from octet_length(old.document)
       or (to_jsonb(new) - '{document,document_bytes,invoice_type,issuer_name,operation_date}'::text[])
          is distinct from (to_jsonb(old) - '{document,document_bytes,invoice_type,issuer_name,operation_date}'::text[])
       or (old.invoice_type is not null and (new.invoice_type, new.issuer_name, new.operation_date)
          is distinct from (old.invoice_type, old.issuer_name, old.operation_date))
    then
      raise exception 'issued invoice %: only its document goes, into a pack', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create function guard_packed_record() returns trigger language plpgsql as $$
  begin
    if old.xml is null or new.xml is not null or (to_jsonb(new) - 'xml') is distinct from (to_jsonb(old) - 'xml') then
      raise exception 'record % of chain %: only its XML goes, into a pack', old.sequence, old.chain_id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger issued_invoices_guard_packing before update on issued_invoices
   for each row when (current_user = '${PACKER}') execute function guard_packed_invoice()`,
  `create trigger registration_records_guard_packing before update on registration_records
   for each row when (current_user = '${PACKER}') execute function guard_packed_record()`,
  `grant create on schema public to ${PACKER}`,
  ...buildEmptying('empty_packed_documents', 'document_packs', PACKED.document_packs, BESIDE),
  ...buildEmptying('empty_packed_records', 'record_packs', PACKED.record_packs, ''),
  `revoke create on schema public from ${PACKER}`,
];

const ACTS = [
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in (
    'organization.create', 'organization.bind', 'organization.outside', 'organization.pause', 'organization.resume',
    'key.create', 'key.rights', 'key.revoke', 'issuer.change',
    'certificate.add', 'certificate.remove', 'certificate.reseal',
    'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay',
    'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove',
    'chain.resume', 'chain.renew', 'chain.compare', 'chain.verify', 'invoice.annul', 'invoice.resend',
    'batch.look', 'batch.retry', 'pdf.retry', 'packing.start',
    'database.restore', 'database.backup', 'database.check', 'retention.erase',
    'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
];

/**
 * Who knows no packs would send records whose XML it cannot find. Before anything is issued or sent a worker asks whether this is the database in use, by a function of its version:
 * that of the versions before says no once literals lie in packs.
 */
const OLD_WORKERS = [
  `create function is_database_in_use(in_use text) returns boolean language sql stable
   return is_known_database() and (in_use is null or in_use = database_history())`,
  'revoke execute on function is_database_in_use(text) from public',
  'grant execute on function is_database_in_use(text) to engine_worker, engine_operator, engine_ingress',
  'grant select on packing to engine_ingress',
  `create or replace function is_known_database(in_use text) returns boolean language sql stable
   return is_database_in_use(in_use) and not exists (select from packing)`,
];

const ROWS = [
  // No default, no rewriting: rows of before stay as they are.
  'alter table issued_invoices alter column document drop not null, add column document_bytes integer',
  'alter table registration_records alter column xml drop not null',
];

export class Packs extends Migration {
  override up(): void {
    this.addSql(ensureRole(PACKER));
    for (const sql of [...ROWS, NEW_PACKS]) this.addSql(sql);
    for (const table of Object.keys(PACKED)) for (const sql of buildTable(table)) this.addSql(sql);
    this.addSql(
      checkLiterals(
        'check_document_literals',
        'document_packs',
        PACKED.document_packs,
        'i.document_bytes is null',
      ),
    );
    this.addSql(
      checkLiterals('check_record_literals', 'record_packs', PACKED.record_packs, `i.kind <> 'alta'`),
    );
    for (const sql of [...ACTS, ...PACKING, ...OLD_WORKERS, ...OF_PACKER]) this.addSql(sql);
    this.addSql(PIN_GUARDS);
  }
}
