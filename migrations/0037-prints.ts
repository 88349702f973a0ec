import { Migration } from '@mikro-orm/migrations';
import { ensureRole } from './0005-row-security.ts';

/*
 * A print is stored whole, and an invoice's PDF is cut out of it when somebody asks (ops/adr/0054). What was stored as a PDF of its own
 * stays as it is.
 */

/** Owns the function that gives an invoice another PDF for a damaged one, and nobody can be it. */
const PRINTS = 'engine_prints';

const TABLES = `
  create table prints (
    id bigserial primary key,
    organization_id bigint not null,
    version smallint not null,
    sha256 bytea not null,
    content bytea not null,
    printed_at timestamptz not null default now(),
    constraint prints_organization_id_foreign foreign key (organization_id) references organizations (id) on delete no action,
    constraint prints_version_check check (version >= 1)
  );
  alter table prints alter column content set storage external;
  alter table pdfs alter column sha256 drop not null;
  alter table pdfs alter column content drop not null;
  alter table pdfs add column print_id bigint;
  alter table pdfs add constraint pdfs_print_check check (
    case when print_id is null then content is not null and sha256 is not null else content is null and sha256 is null end)
`;

const GUARDS = [
  // A print that cannot be seen is not known to be damaged.
  `create function is_pdf_intact(print bigint, own_content bytea, own_hash bytea) returns boolean language sql stable
   set search_path = public, pg_temp as $$
     select case when print is null then sha256(own_content) = own_hash
     else coalesce((select sha256(q.content) = q.sha256 from prints q where q.id = print), true) end $$`,
  'revoke execute on function is_pdf_intact from public',
  'grant execute on function is_pdf_intact to engine_worker, engine_reader',
  // Tells PDFs apart without their bytes: what is cut out of a print always has the same, so what it is cut of does. With a search path of its
  // own it would be called for each of a thousand rows; so it becomes part of the statement.
  `create function tag_pdf(invoice bigint, own_hash bytea, print_hash bytea, print_version smallint) returns bytea language sql
   immutable as $$
     select coalesce(own_hash, sha256(print_hash || int2send(print_version) || int8send(invoice))) $$`,
  'revoke execute on function tag_pdf from public',
  'grant execute on function tag_pdf to engine_ingress',
  ...['update', 'delete or truncate'].map(
    (event) =>
      `create trigger prints_refuse_${event.split(' ')[0]} before ${event} on prints for each statement execute function refuse_change()`,
  ),
  `create function check_new_print() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if sha256(new.content) <> new.sha256 then
       raise exception 'print %: its SHA-256 is not that of its bytes', new.id using errcode = 'check_violation';
     end if;
     return new;
   end $$`,
  'create trigger prints_check_new before insert on prints for each row execute function check_new_print()',
  `create function check_printed_pdfs() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if exists (
       select from stored s
       left join lateral (select q.organization_id from prints q where q.id = s.print_id limit 1) q on true
       where s.print_id is not null and q.organization_id is distinct from s.organization_id)
     then
       raise exception 'a PDF must be in a print of its organization' using errcode = 'foreign_key_violation';
     end if;
     return null;
   end $$`,
  ...['insert', 'update'].map(
    (event) =>
      `create trigger pdfs_check_${event} after ${event} on pdfs referencing new table as stored
       for each statement execute function check_printed_pdfs()`,
  ),
  'drop trigger pdfs_refuse_update on pdfs',
  // The only change there is: what is damaged is printed anew.
  `create function guard_pdf() returns trigger language plpgsql set search_path = public, pg_temp as $$
   begin
     if (new.issued_invoice_id, new.organization_id, new.is_annulled) is distinct from (old.issued_invoice_id, old.organization_id, old.is_annulled)
        or new.print_id is null or is_pdf_intact(old.print_id, old.content, old.sha256)
     then
       raise exception 'update on pdfs is refused: its rows are kept as they are, but for damaged ones that are printed anew'
         using errcode = 'restrict_violation';
     end if;
     return new;
   end $$`,
  'create trigger pdfs_guard before update on pdfs for each row execute function guard_pdf()',
];

const RIGHTS = [
  'alter table prints enable row level security',
  'alter table prints force row level security',
  'create policy every_organization on prints to engine_worker using (true)',
  `create policy own_organization on prints to engine_ingress
   using (organization_id + 0 = any ((select current_organizations())::bigint[]))`,
  'create policy whole_table on prints for select to engine_reader using (true)',
  'grant select on prints to engine_ingress',
  'grant select, insert on prints to engine_worker',
  'grant usage on sequence prints_id_seq to engine_worker',
];

/* No worker may change a PDF: what it may is asked of this function, which looks whether the one that is there is damaged. */
const RENEWAL = [
  `create function renew_pdf(invoice bigint, annulled boolean, print bigint, page_count smallint) returns boolean
   language sql volatile security definer set search_path = public, pg_temp
   begin atomic
     update pdfs p set print_id = print, pages = page_count, content = null, sha256 = null, rendered_at = now()
     where p.issued_invoice_id = invoice and p.is_annulled = annulled and not is_pdf_intact(p.print_id, p.content, p.sha256)
     returning true;
   end`,
  'revoke execute on function renew_pdf from public',
  'grant execute on function renew_pdf to engine_worker',
  `grant usage on schema public to ${PRINTS}`,
  `grant execute on function is_pdf_intact to ${PRINTS}`,
  `grant select on prints to ${PRINTS}`,
  `grant select, update (print_id, pages, content, sha256, rendered_at) on pdfs to ${PRINTS}`,
  `create policy every_print on prints for select to ${PRINTS} using (true)`,
  `create policy every_print on pdfs to ${PRINTS} using (true)`,
  `grant create on schema public to ${PRINTS}`,
  `alter function renew_pdf owner to ${PRINTS}`,
  `revoke create on schema public from ${PRINTS}`,
];

export class Prints extends Migration {
  override up(): void {
    this.addSql(ensureRole(PRINTS));
    this.addSql(TABLES);
    // Functions in SQL are looked through when they are made.
    this.addSql('set local row_security = on');
    for (const sql of [...GUARDS, ...RIGHTS, ...RENEWAL]) this.addSql(sql);
    this.addSql('set local row_security = off');
  }
}
