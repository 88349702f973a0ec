import { Migration } from '@mikro-orm/migrations';
import { IN_SCOPE } from './0005-row-security.ts';

/*
 * What became of 1000 consecutive batches of an organization, once all of them have ended: nothing of it changes any more. A list that is filtered counts whole
 * blocks and looks at rows only in those that are not there or that its bounds cut. The reconciler fills them, those of older databases too, some at a time.
 */
const TABLE = `
  create table batch_blocks (
    organization_id bigint not null,
    block bigint not null,
    first_received_at timestamptz not null,
    last_received_at timestamptz not null,
    processed smallint not null,
    processed_with_errors smallint not null,
    failed smallint not null,
    processed_places smallint[] not null,
    processed_with_errors_places smallint[] not null,
    failed_places smallint[] not null,
    primary key (organization_id, block),
    -- Here, because a table that exists would be looked through, which row-level security forbids to its owner.
    constraint batch_blocks_organization_id_foreign foreign key (organization_id) references organizations (id)
  );
  alter table batch_blocks add constraint batch_blocks_block_check check (block >= 0);
  alter table batch_blocks
    add constraint batch_blocks_times_check check (first_received_at <= last_received_at);
  alter table batch_blocks add constraint batch_blocks_whole_check check (processed + processed_with_errors + failed = 1000);
  alter table batch_blocks
    add constraint batch_blocks_places_check check (cardinality(processed_places) = processed and cardinality(processed_with_errors_places) = processed_with_errors and cardinality(failed_places) = failed);
  -- The counts of all blocks are read together, the places of few: they are kept apart.
  alter table batch_blocks set (toast_tuple_target = 128);
  create trigger batch_blocks_refuse_update before update on batch_blocks for each statement execute function refuse_change();
  create trigger batch_blocks_refuse_delete before delete or truncate on batch_blocks for each statement execute function refuse_change();
`;

const RIGHTS = [
  'alter table batch_blocks enable row level security',
  'alter table batch_blocks force row level security',
  'create policy every_organization on batch_blocks to engine_worker using (true)',
  `create policy own_organization on batch_blocks to engine_ingress using (${IN_SCOPE('organization_id')})`,
  'create policy whole_table on batch_blocks for select to engine_reader using (true)',
  'grant select on batch_blocks to engine_ingress',
  'grant select, insert on batch_blocks to engine_worker',
];

export class BlocksOfBatches extends Migration {
  override up(): void {
    this.addSql(TABLE);
    for (const sql of RIGHTS) this.addSql(sql);
  }
}
