import type { PoolClient } from 'pg';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './partitions.sql.ts';
import { PARTITIONED } from '../../platform/postgres/partitions/lay-partitions.ts';
import type { EndedMonth } from './month-span.ts';

/*
 * Archives and restores the partitions of a month. These functions run with the rights of the
 * owner, because partitions are tables.
 */

/** The number of rows of one kind and the checksum over them, as a decimal number. */
export type RowSum = { readonly name: string; readonly rows: number; readonly sum: string };

/**
 * Returns the number of rows and the checksum (checksum.ts) of the document blocks, record blocks
 * and render batches of a month: three entries, also of kinds without rows. Rows that row-level
 * security hides are left out, so the role of the transaction must see all organizations.
 */
export async function sumRows(
  client: PoolClient,
  { firstBatch, endBatch, firstRenderBatch, finishRenderBatch }: EndedMonth,
): Promise<RowSum[]> {
  const { rows } = await query(
    client,
    sql.sumRows(firstBatch, endBatch, firstRenderBatch, finishRenderBatch),
  );
  return rows;
}

/** Lists the partitioned tables with the range of the month's ids in each. */
function listParts(month: EndedMonth): { table: string; first: number; end: number }[] {
  return [
    ...PARTITIONED.first_batch_id.map((table) => ({ table, first: month.firstBatch, end: month.endBatch })),
    ...PARTITIONED.first_render_batch_id.map((table) => ({
      table,
      first: month.firstRenderBatch,
      end: month.finishRenderBatch,
    })),
  ];
}

/** Drops the partitions of a month, with their rows, when the transaction commits. */
export async function dropPartitions(client: PoolClient, month: EndedMonth): Promise<void> {
  for (const { table, first, end } of listParts(month)) {
    const { rows } = await query(client, sql.listPartitions(table, first, end));
    for (const { name } of rows) {
      await client.query(`alter table ${table} detach partition ${name}`);
      await client.query(`drop table ${name}`);
    }
  }
}

/**
 * Records that a month was archived, with the huellas at both ends of each run of archived records.
 */
export async function recordArchived(
  client: PoolClient,
  month: string,
  manifestSha256: Buffer,
  anchors: readonly {
    readonly organizationId: number;
    readonly chainId: number;
    readonly firstSequence: number;
    readonly lastSequence: number;
    readonly hashBefore: string | null;
    readonly lastHash: string;
  }[],
): Promise<void> {
  await client.query(
    `update months set archived_at = coalesce(archived_at, now()), restored_at = null, manifest_sha256 = $2 where month = to_date($1, 'YYYY-MM')`,
    [month, manifestSha256],
  );
  // Row-level security applies to the table's owner too.
  await client.query('alter table month_anchors no force row level security');
  await client.query(
    `insert into month_anchors (month, organization_id, chain_id, first_sequence, last_sequence, hash_before, last_hash)
     select to_date($1, 'YYYY-MM'), a.organization_id, a.chain_id, a.first_sequence, a.last_sequence, a.hash_before, a.last_hash
     from json_populate_recordset(null::month_anchors, $2) a
     on conflict do nothing`,
    [
      month,
      JSON.stringify(
        anchors.map((anchor) => ({
          organization_id: anchor.organizationId,
          chain_id: anchor.chainId,
          first_sequence: anchor.firstSequence,
          last_sequence: anchor.lastSequence,
          hash_before: anchor.hashBefore,
          last_hash: anchor.lastHash,
        })),
      ),
    ],
  );
  await client.query('alter table month_anchors force row level security');
}

/** A table that receives the restored rows of a month and is not attached as a partition yet. */
export type Part = {
  readonly table: string;
  readonly name: string;
  readonly first: number;
  readonly end: number;
};

/** Creates the tables that receive a restored month. */
export async function makeParts(client: PoolClient, month: EndedMonth): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { table, first, end } of listParts(month)) {
    if (first === end) continue;
    const { rows } = await query(client, sql.makePartitionApart(table, first));
    const { name } = rows[0]!;
    // Row-level security applies to the table's owner too.
    await client.query(`alter table ${name} no force row level security`);
    parts.push({ table, name, first, end });
  }
  return parts;
}

/**
 * Inserts rows unchanged.
 * @param rows as JSON.
 */
export async function insertRows(
  client: PoolClient,
  { table, name }: Part,
  rows: readonly string[],
): Promise<void> {
  await client.query(
    `insert into ${name} select r.* from unnest($1::text[]) as l, json_populate_record(null::${table}, l::json) as r`,
    [rows],
  );
}

/**
 * Attaches the restored partitions and records that the month is restored. Other sessions wait for
 * these tables until the transaction ends.
 */
export async function attachParts(client: PoolClient, month: string, parts: readonly Part[]): Promise<void> {
  for (const { table, name, first, end } of parts) {
    await client.query(`alter table ${name} force row level security`);
    await client.query(
      `alter table ${table} attach partition ${name} for values from (${first}) to (${end})`,
    );
  }
  await client.query(`update months set restored_at = now() where month = to_date($1, 'YYYY-MM')`, [month]);
}
