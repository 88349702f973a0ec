import { Migration } from '@mikro-orm/migrations';

/*
 * What the database itself refuses, whoever asks: changes to what was issued, deletions, states that go back, chains that do
 * not link. References of the three wide hot tables are checked once per statement over its whole set of new rows instead of
 * by a foreign key per row (ops/adr/0003). Each look-up there is `lateral … limit 1`: always by the primary key. As a plain join it
 * may become a scan of the whole table, and is, as long as the table has no statistics.
 */

const APPEND_ONLY = ['batch_bodies', 'issuer_profiles', 'issued_invoices', 'registration_records', 'pdfs'];
const NEVER_DELETED = [...APPEND_ONLY, 'organizations', 'api_keys', 'batches', 'batch_invoices', 'chains'];

const REFUSE = `
  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% on % is refused: its rows are kept as they are', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end $$`;

const BATCHES = `
  create function guard_batch() returns trigger language plpgsql as $$
  begin
    if (new.id, new.organization_id, new.ordinal, new.external_batch_id, new.invoices_count, new.received_at)
       is distinct from
       (old.id, old.organization_id, old.ordinal, old.external_batch_id, old.invoices_count, old.received_at)
    then
      raise exception 'batch %: what was accepted cannot change', old.id using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (
         (old.status = 'received' and new.status = 'processing')
      or (old.status = 'processing' and new.status in ('processed', 'processed_with_errors', 'failed')))
    then
      raise exception 'batch %: no way from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    if (old.processed_at is not null and new.processed_at is distinct from old.processed_at)
       or (old.rendered_at is not null and new.rendered_at is distinct from old.rendered_at)
    then
      raise exception 'batch %: it ended once', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger batches_guard before update on batches for each row execute function guard_batch()`;

const BATCH_INVOICES = `
  create function check_new_batch_invoices() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted i
      left join lateral (select a.* from batches a where a.id = i.batch_id limit 1) b on true
      where b.organization_id is distinct from i.organization_id or i.id % 1000 >= b.invoices_count)
    then
      raise exception 'a batch invoice must belong to a batch of its organization' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger batch_invoices_check_new after insert on batch_invoices
    referencing new table as inserted for each statement execute function check_new_batch_invoices();

  create function guard_batch_invoice() returns trigger language plpgsql as $$
  begin
    if (new.id, new.organization_id, new.batch_id, new.external_invoice_id, new.invoice_number)
       is distinct from
       (old.id, old.organization_id, old.batch_id, old.external_invoice_id, old.invoice_number)
       or old.processing_error is not null
       or exists (select from issued_invoices where id = old.id)
    then
      raise exception 'batch invoice %: only an unfinished one can change, and only by failing', old.id
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger batch_invoices_guard before update on batch_invoices for each row execute function guard_batch_invoice()`;

const ISSUED_INVOICES = `
  create function check_new_issued_invoices() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted i
      left join lateral (select a.* from batch_invoices a where a.id = i.id limit 1) b on true
      where b.organization_id is distinct from i.organization_id or b.processing_error is not null)
    then
      raise exception 'an issued invoice must come from an unfailed batch invoice of its organization'
        using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger issued_invoices_check_new after insert on issued_invoices
    referencing new table as inserted for each statement execute function check_new_issued_invoices()`;

const RECORDS = `
  create function check_new_registration_records() returns trigger language plpgsql as $$
  begin
    if exists (
      select from inserted n
      left join lateral (
        select r.hash from registration_records r
        where r.chain_id = n.chain_id and r.sequence = n.sequence - 1 limit 1) p on true
      where n.sequence > 1 and p.hash is distinct from n.previous_hash)
    then
      raise exception 'a registration record must continue its chain' using errcode = 'foreign_key_violation';
    end if;
    if exists (
      select from inserted n
      left join lateral (select h.* from chains h where h.id = n.chain_id limit 1) c on true
      left join lateral (select x.* from issued_invoices x where x.id = n.issued_invoice_id limit 1) i on true
      where i.id is null
         or (i.organization_id, i.issuer_nif) is distinct from (c.organization_id, c.issuer_nif)
         or i.organization_id <> n.organization_id)
    then
      raise exception 'a registration record must belong to an issued invoice of its chain''s organization and issuer'
        using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$;
  create trigger registration_records_check_new after insert on registration_records
    referencing new table as inserted for each statement execute function check_new_registration_records()`;

const CHAINS = `
  create function guard_chain() returns trigger language plpgsql as $$
  begin
    if (new.id, new.organization_id, new.issuer_nif, new.installation_number)
       is distinct from (old.id, old.organization_id, old.issuer_nif, old.installation_number)
       or new.sequence <= old.sequence
       or not exists (
         select from registration_records
         where chain_id = new.id and sequence = new.sequence and hash = new.last_hash)
    then
      raise exception 'chain %: its head only moves forward, to its last record', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger chains_guard before update on chains for each row execute function guard_chain()`;

export class Guards extends Migration {
  override up(): void {
    this.addSql(REFUSE);
    for (const table of APPEND_ONLY) {
      this.addSql(
        `create trigger ${table}_refuse_update before update on ${table} for each statement execute function refuse_change()`,
      );
    }
    for (const table of NEVER_DELETED) {
      this.addSql(
        `create trigger ${table}_refuse_delete before delete or truncate on ${table} for each statement execute function refuse_change()`,
      );
    }
    for (const guard of [BATCHES, BATCH_INVOICES, ISSUED_INVOICES, RECORDS, CHAINS]) this.addSql(guard);
  }
}
