/**
 * The tables of the peers that issue each invoice in its own job: ordinary tables with foreign keys
 * and without triggers.
 */
export const TABLES = `
  create table batches (
    id bigserial primary key,
    external_batch_id text,
    received_at timestamptz not null default now()
  );
  create table invoices (
    id bigserial primary key,
    batch_id bigint not null references batches (id),
    document jsonb not null,
    status text not null default 'pending'
  );
  create index invoices_pending on invoices (id) where status = 'pending';
  create table chains (
    id bigserial primary key,
    issuer_nif text not null unique,
    sequence bigint not null default 0,
    last_hash text,
    last_invoice_number text,
    last_issue_date text
  );
  create table issued_invoices (
    id bigint primary key references invoices (id),
    issuer_nif text not null,
    invoice_number text not null,
    issue_date text not null,
    total numeric(14, 2) not null,
    document jsonb not null,
    unique (issuer_nif, invoice_number, issue_date)
  );
  create table registration_records (
    chain_id bigint not null references chains (id),
    sequence bigint not null,
    invoice_id bigint not null references issued_invoices (id),
    previous_hash text,
    hash text not null,
    xml text not null,
    primary key (chain_id, sequence)
  )`;
