import { Migration } from '@mikro-orm/migrations';
import { PIN_GUARDS } from './0010-walls.ts';

const LITERALS = [
  'drop trigger issued_invoices_guard_packing on issued_invoices',
  'drop trigger registration_records_guard_packing on registration_records',
  'drop function guard_packed_invoice(), guard_packed_record(), empty_packed_documents(bigint[], smallint[]), empty_packed_records(bigint[], smallint[])',
  'drop function is_known_database(text)',
  'drop table packing',
  'drop function guard_packing()',
  ...['corrections', 'document_packs', 'record_packs', 'issued_invoices', 'registration_records'].map(
    (table) => `drop policy packing on ${table}`,
  ),
  ...['issued_invoices', 'registration_records'].flatMap((table) => [
    `drop trigger ${table}_refuse_update on ${table}`,
    `create trigger ${table}_refuse_update before update on ${table} for each statement execute function refuse_change()`,
  ]),
  'revoke all on document_packs, record_packs, issued_invoices, registration_records, corrections from engine_packer',
  'revoke usage on schema public from engine_packer',
  'alter table issued_invoices drop column document',
  'alter table issued_invoices alter column invoice_type set not null, alter column issuer_name set not null, alter column document_bytes set not null',
  `create or replace function check_document_literals() returns trigger language plpgsql set search_path = public, pg_temp set enable_seqscan = off as $$
  begin
    if exists (
      select from (
        select i.id / 1000 as batch_id, i.id % 1000 / 64 as part, i.organization_id
        from inserted i group by 1, 2, 3) n
      left join lateral (
        select a.organization_id, a.positions from document_packs a where a.batch_id = n.batch_id and a.part = n.part limit 1) p on true
      where p.organization_id is distinct from n.organization_id
         or not (select bit_or(1::bigint << (x.id % 1000 % 64)::int) = p.positions and count(*) = bit_count(p.positions::bit(64))
                 from issued_invoices x where x.id between n.batch_id * 1000 + n.part * 64 and n.batch_id * 1000 + least(n.part * 64 + 63, 999)))
    then
      raise exception 'the document of an issued invoice must be in the pack of its part of the batch' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`,
  'alter table operator_acts drop constraint operator_acts_act_check',
  `alter table operator_acts add constraint operator_acts_act_check check (act in ('finding.acknowledge', 'organization.create', 'organization.bind', 'organization.outside', 'organization.pdfs', 'organization.keep', 'organization.pause', 'organization.resume', 'key.create', 'key.rights', 'key.revoke', 'issuer.change', 'certificate.add', 'certificate.remove', 'certificate.reseal', 'webhook.add', 'webhook.rotate', 'webhook.reseal', 'webhook.enable', 'webhook.remove', 'webhook.replay', 'operator.add', 'operator.role', 'operator.password', 'operator.totp', 'operator.remove', 'chain.resume', 'chain.renew', 'chain.compare', 'chain.send', 'chain.verify', 'invoice.annul', 'invoice.resend', 'batch.look', 'batch.retry', 'pdf.retry', 'month.leave', 'month.return', 'database.restore', 'database.backup', 'database.check', 'retention.erase', 'queue.pause', 'queue.resume', 'queue.retry', 'queue.promote', 'queue.clean', 'job.retry', 'job.promote', 'job.clean'))`,
];

const PDFS = [
  'set local row_security = on',
  'drop function renew_pdf(bigint, boolean, bigint, smallint)',
  'drop trigger pdfs_guard on pdfs',
  'drop function guard_pdf()',
  'drop function is_pdf_intact(bigint, bytea, bytea)',
  'drop function tag_pdf(bigint, bytea, bytea, smallint)',
  'alter table pdfs drop column content, drop column sha256, alter column print_id set not null',
  `create function is_pdf_intact(print bigint) returns boolean language sql stable set search_path = public, pg_temp as $$
    select coalesce(
      (select case when q.content is null then q.lost_at is null else sha256(q.content) = q.sha256 end from prints q where q.id = print),
      true) $$`,
  'revoke execute on function is_pdf_intact from public',
  'grant execute on function is_pdf_intact to engine_prints, engine_reader, engine_worker',
  `create function tag_pdf(invoice bigint, print_hash bytea, print_version smallint) returns bytea language sql immutable as $$
    select sha256(print_hash || int2send(print_version) || int8send(invoice)) $$`,
  'revoke execute on function tag_pdf from public',
  'grant execute on function tag_pdf to engine_ingress',
  `create or replace function check_printed_pdfs() returns trigger language plpgsql as $$
   begin
     if exists (
       select from stored s
       left join lateral (select q.organization_id from prints q where q.id = s.print_id limit 1) q on true
       where q.organization_id is distinct from s.organization_id)
     then
       raise exception 'a PDF must be in a print of its organization' using errcode = 'foreign_key_violation';
     end if;
     return null;
   end $$`,
  `create function guard_pdf() returns trigger language plpgsql as $$
   begin
     if (new.issued_invoice_id, new.organization_id, new.is_annulled) is distinct from (old.issued_invoice_id, old.organization_id, old.is_annulled)
        or is_pdf_intact(old.print_id)
     then
       raise exception 'update on pdfs is refused: its rows are kept as they are, but for damaged ones that are printed anew'
         using errcode = 'restrict_violation';
     end if;
     return new;
   end $$`,
  'create trigger pdfs_guard before update on pdfs for each row execute function guard_pdf()',
  `create function renew_pdf(invoice bigint, annulled boolean, print bigint, page_count smallint) returns boolean
   language sql volatile security definer set search_path = public, pg_temp
   begin atomic
     update pdfs p set print_id = print, pages = page_count, rendered_at = now()
     where p.issued_invoice_id = invoice and p.is_annulled = annulled and not is_pdf_intact(p.print_id)
     returning true;
   end`,
  'revoke execute on function renew_pdf from public',
  'grant execute on function renew_pdf to engine_worker',
  'grant create on schema public to engine_prints',
  'alter function renew_pdf owner to engine_prints',
  'revoke create on schema public from engine_prints',
  'set local row_security = off',
];

export class LiteralBlocksOnly extends Migration {
  override up(): void {
    for (const sql of [...LITERALS, ...PDFS, PIN_GUARDS]) this.addSql(sql);
  }
}
