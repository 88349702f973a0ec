import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';

/*
 * What became of 16 consecutive blocks of batches (0024): a list that is filtered looks at a row for 16,000 batches instead of 16. The reconciler fills them from the
 * blocks, those of older databases too; where one is not there yet, its blocks tell.
 */
const TABLE = `
  create table batch_spans (
    organization_id bigint not null,
    span bigint not null,
    first_received_at timestamptz not null,
    last_received_at timestamptz not null,
    processed smallint not null,
    processed_with_errors smallint not null,
    failed smallint not null,
    primary key (organization_id, span),
    -- Here, because a table that exists would be looked through, which row-level security forbids to its owner.
    constraint batch_spans_organization_id_foreign foreign key (organization_id) references organizations (id)
  );
  alter table batch_spans add constraint batch_spans_span_check check (span >= 0);
  alter table batch_spans
    add constraint batch_spans_times_check check (first_received_at <= last_received_at);
  alter table batch_spans add constraint batch_spans_whole_check check (processed + processed_with_errors + failed = 16000);
  create trigger batch_spans_refuse_update before update on batch_spans for each statement execute function refuse_change();
  create trigger batch_spans_refuse_delete before delete or truncate on batch_spans for each statement execute function refuse_change();
`;

const RIGHTS = [
  'alter table batch_spans enable row level security',
  'alter table batch_spans force row level security',
  'create policy every_organization on batch_spans to engine_worker using (true)',
  `create policy own_organization on batch_spans to engine_ingress using (${IN_SCOPE('organization_id')})`,
  'create policy whole_table on batch_spans for select to engine_reader using (true)',
  'grant select on batch_spans to engine_ingress, engine_reader',
  'grant select, insert on batch_spans to engine_worker',
];

export class SpansOfBlocks extends Migration {
  override up(): void {
    this.addSql(TABLE);
    for (const sql of RIGHTS) this.addSql(sql);
  }
}
