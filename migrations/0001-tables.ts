import { Migration } from '@mikro-orm/migrations';

/** The tables, named and shaped as the rows in `src/persistence/rows` say: a test compares the two. */
export class Tables extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations (
        id bigserial primary key,
        name varchar(120) not null,
        verifactu boolean not null default true,
        batches_count bigint not null default '0',
        created_at timestamptz not null default now()
      );
      alter table organizations add constraint organizations_name_check check (btrim(name) <> '');
      alter table organizations add constraint organizations_batches_count_check check (batches_count >= 0);

      create table api_keys (
        id bigserial primary key,
        organization_id bigint not null,
        key_hash bytea not null,
        prefix varchar(20) not null,
        created_at timestamptz not null default now(),
        revoked_at timestamptz
      );
      alter table api_keys add constraint api_keys_key_hash_unique unique (key_hash);
      create index api_keys_organization_id_index on api_keys (organization_id);

      create table sessions (
        token_hash bytea not null,
        organization_id bigint not null,
        api_key_id bigint not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        primary key (token_hash)
      );
      create index sessions_expires_at_index on sessions (expires_at);

      create table batches (
        id bigserial primary key,
        organization_id bigint not null,
        ordinal bigint not null,
        external_batch_id text,
        status varchar(24) not null,
        invoices_count smallint not null,
        received_at timestamptz not null,
        processed_at timestamptz,
        rendered_at timestamptz
      );
      create index batches_unprocessed_index on batches (id) where processed_at is null;
      create index batches_unrendered_index on batches (id) where processed_at is not null and rendered_at is null;
      alter table batches add constraint batches_organization_id_ordinal_unique unique (organization_id, ordinal);
      alter table batches add constraint batches_ordinal_check check (ordinal > 0);
      alter table batches
        add constraint batches_status_check check (status in ('received', 'processing', 'processed', 'processed_with_errors', 'failed'));
      alter table batches add constraint batches_invoices_count_check check (invoices_count >= 1 and invoices_count <= 1000);
      alter table batches
        add constraint batches_processed_at_check check ((processed_at is not null) = (status in ('processed', 'processed_with_errors', 'failed')));
      alter table batches add constraint batches_rendered_at_check check (rendered_at is null or processed_at is not null);

      create table batch_bodies (
        batch_id bigint not null,
        organization_id bigint not null,
        body bytea not null,
        primary key (batch_id)
      );

      create table idempotency_records (
        organization_id bigint not null,
        key uuid not null,
        batch_id bigint not null,
        body_hash bytea not null,
        response text not null,
        created_at timestamptz not null,
        primary key (organization_id, key)
      );
      create index idempotency_records_created_at_index on idempotency_records (created_at);

      create table batch_invoices (
        id bigint not null,
        organization_id bigint not null,
        batch_id bigint not null,
        external_invoice_id text,
        invoice_number text,
        processing_error text,
        primary key (id)
      );
      alter table batch_invoices add constraint batch_invoices_id_check check (id / 1000 = batch_id);

      create table issuer_profiles (
        id bigserial primary key,
        organization_id bigint not null,
        issuer_nif varchar(9) not null,
        profile jsonb not null,
        created_at timestamptz not null default now()
      );
      create index issuer_profiles_organization_id_issuer_nif_id_index on issuer_profiles (organization_id, issuer_nif, id);

      create table issued_invoices (
        id bigint not null,
        organization_id bigint not null,
        issuer_nif varchar(9) not null,
        invoice_number varchar(60) not null,
        issue_date date not null,
        total numeric(14,2) not null,
        issuer_profile_id bigint,
        qr_url text,
        document text not null,
        issued_at timestamptz not null,
        primary key (id)
      );
      alter table issued_invoices
        add constraint issued_invoices_number_unique unique (organization_id, issuer_nif, invoice_number, issue_date);

      create table chains (
        id bigserial primary key,
        organization_id bigint not null,
        issuer_nif varchar(9) not null,
        installation_number varchar(100) not null,
        sequence bigint not null default '0',
        last_hash varchar(64),
        last_invoice_number varchar(60),
        last_issue_date date,
        created_at timestamptz not null default now()
      );
      alter table chains add constraint chains_installation_number_unique unique (installation_number);
      alter table chains add constraint chains_organization_id_issuer_nif_unique unique (organization_id, issuer_nif);
      alter table chains
        add constraint chains_head_check check ((sequence = 0) = (last_hash is null) and (last_hash is null) = (last_invoice_number is null) and (last_hash is null) = (last_issue_date is null));
      alter table chains add constraint chains_sequence_check check (sequence >= 0);

      create table registration_records (
        chain_id bigint not null,
        sequence bigint not null,
        organization_id bigint not null,
        issued_invoice_id bigint not null,
        kind varchar(10) not null,
        previous_hash varchar(64),
        hash varchar(64) not null,
        xml text not null,
        generated_at timestamptz not null,
        primary key (chain_id, sequence)
      );
      create index registration_records_issued_invoice_id_index on registration_records (issued_invoice_id);
      alter table registration_records add constraint registration_records_kind_check check (kind in ('alta', 'anulacion'));
      alter table registration_records
        add constraint registration_records_sequence_check check ((sequence = 1) = (previous_hash is null) and sequence >= 1);
      alter table registration_records add constraint registration_records_hash_check check (hash ~ '^[0-9A-F]{64}$');

      create table pdfs (
        issued_invoice_id bigint not null,
        organization_id bigint not null,
        sha256 bytea not null,
        pages smallint not null,
        content bytea not null,
        rendered_at timestamptz not null default now(),
        primary key (issued_invoice_id)
      );
      alter table issuer_profiles
        add constraint issuer_profiles_organization_id_foreign foreign key (organization_id) references organizations (id);
      alter table issued_invoices
        add constraint issued_invoices_issuer_profile_id_foreign foreign key (issuer_profile_id) references issuer_profiles (id) on delete no action;
      alter table chains
        add constraint chains_organization_id_foreign foreign key (organization_id) references organizations (id);
      alter table batches
        add constraint batches_organization_id_foreign foreign key (organization_id) references organizations (id);
      alter table idempotency_records
        add constraint idempotency_records_batch_id_foreign foreign key (batch_id) references batches (id);
      alter table batch_bodies
        add constraint batch_bodies_batch_id_foreign foreign key (batch_id) references batches (id) on update no action on delete no action;
      alter table api_keys
        add constraint api_keys_organization_id_foreign foreign key (organization_id) references organizations (id);
      alter table pdfs
        add constraint pdfs_issued_invoice_id_foreign foreign key (issued_invoice_id) references issued_invoices (id) on update no action on delete no action;
      alter table sessions
        add constraint sessions_organization_id_foreign foreign key (organization_id) references organizations (id);
      alter table sessions add constraint sessions_api_key_id_foreign foreign key (api_key_id) references api_keys (id);
    `);
    // Both are compressed already: a second pass would only cost time.
    this.addSql('alter table batch_bodies alter column body set storage external');
    this.addSql('alter table pdfs alter column content set storage external');
  }
}
