import { Migration } from '@mikro-orm/migrations';

/*
 * What an operator corrected after issuing, and why: each correction is a new registration record at its chain's head. An annulled invoice
 * gets a second PDF, which says so; the first one is kept.
 */

const TABLE = `
  create table corrections (
    id bigserial primary key,
    organization_id bigint not null,
    issued_invoice_id bigint not null,
    chain_id bigint not null,
    sequence bigint not null,
    kind varchar(12) not null,
    reason text not null,
    operator text not null,
    created_at timestamptz not null,
    rendered_at timestamptz
  );
  create index corrections_issued_invoice_id_index on corrections (issued_invoice_id);
  create index corrections_unrendered_index on corrections (id) where kind = 'anulacion' and rendered_at is null;
  alter table corrections add constraint corrections_chain_id_sequence_unique unique (chain_id, sequence);
  alter table corrections add constraint corrections_kind_check check (kind in ('subsanacion', 'anulacion'));
  alter table corrections add constraint corrections_texts_check check (btrim(reason) <> '' and btrim(operator) <> '');
`;

const GUARD = `
  create function guard_correction() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.rendered_at is not null or not exists (
        select from registration_records r
        where r.chain_id = new.chain_id and r.sequence = new.sequence
          and (r.organization_id, r.issued_invoice_id) = (new.organization_id, new.issued_invoice_id)
          and r.kind = case new.kind when 'anulacion' then 'anulacion' else 'alta' end)
      then
        raise exception 'a correction must belong to its registration record' using errcode = 'foreign_key_violation';
      end if;
      return new;
    end if;
    if (to_jsonb(new) - 'rendered_at') is distinct from (to_jsonb(old) - 'rendered_at') or old.rendered_at is not null then
      raise exception 'correction %: it is kept as it was made', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
  create trigger corrections_guard before insert or update on corrections for each row execute function guard_correction();
  create trigger corrections_refuse_delete before delete or truncate on corrections for each statement execute function refuse_change();
`;

const PDFS = `
  alter table pdfs add column is_annulled boolean not null default false;
  alter table pdfs drop constraint pdfs_pkey;
  alter table pdfs add primary key (issued_invoice_id, is_annulled);
`;

/** AEAT takes certificates of seal at another address. */
const SEALS = 'alter table certificates add column is_seal boolean not null default false';

export class Corrections extends Migration {
  override up(): void {
    for (const part of [TABLE, GUARD, PDFS, SEALS]) this.addSql(part);
  }
}
