import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { withSnapshot } from '../platform/postgres/snapshot.ts';
import { type EndedMonth, listMonths } from './partitions/month-span.ts';
import {
  type MonthRenderBatch,
  readMonthDocuments,
  readMonthBlocks,
  readMonthRenderBatches,
  readMonthRecords,
} from './partitions/read-month.ts';
import { giveName, isThere, UNFINISHED } from '../platform/files/durable-files.ts';
import { addToRuns } from './collect-runs.ts';
import { findMonth } from './find-month.ts';
import { writeByOrganization } from './line-files.ts';
import {
  ARCHIVED,
  type Archived,
  type ArchivedFile,
  type MonthManifest,
  nameMonth,
  type Run,
  writeMonthManifest,
} from './manifest.ts';
import { requireSettled } from './settled.ts';
import { query } from '../platform/postgres/statement.ts';
import * as sql from './archive.sql.ts';

/**
 * Returns the bytes of a render batch in the object store.
 * @throws if they cannot be read.
 */
export type FetchRenderBatch = (renderBatch: {
  readonly id: number;
  readonly storedOn: string;
  readonly sha256: Buffer;
}) => Promise<Buffer>;

/**
 * Writes a month to a directory of its own from one snapshot, while the engine continues to work.
 * Nothing is removed from the database.
 * @param into an existing directory. The directory of the month gets its name only when it is
 *   complete and synced to the disk.
 * @param month YYYY-MM.
 * @returns the directory and its manifest.
 * @throws if the month has not ended, is not settled, or was written already.
 */
export async function writeMonth(
  pool: Pool,
  into: string,
  month: string,
  {
    fetchRenderBatch,
    withRefused,
  }: { readonly fetchRenderBatch: FetchRenderBatch; readonly withRefused: boolean },
): Promise<{ directory: string; manifest: MonthManifest }> {
  const directory = path.resolve(nameMonth(into, month));
  const unfinished = `${directory}${UNFINISHED}`;
  for (const place of [directory, unfinished])
    if (await isThere(place)) throw new Error(`${place} exists; remove it if no other run is writing it`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await withSnapshot(pool, (client) =>
      writeFiles(client, unfinished, month, fetchRenderBatch, withRefused),
    );
    await giveName(unfinished, directory);
    return { directory, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeFiles(
  client: PoolClient,
  directory: string,
  month: string,
  fetchRenderBatch: FetchRenderBatch,
  withRefused: boolean,
): Promise<MonthManifest> {
  const span = findMonth(await listMonths(client), month);
  const refused = await requireSettled(client, span, withRefused);
  const runs = new Map<number, Run[]>();
  const files = new Map<Archived, Map<number, ArchivedFile>>();
  for (const name of ARCHIVED)
    files.set(
      name,
      await writeByOrganization(directory, name, readLines(client, span, name, { fetchRenderBatch, runs })),
    );
  const { rows } = await query(client, sql.listArchivedOrganizations());
  const manifest: MonthManifest = {
    format: 1,
    month,
    writtenAt: rows[0]?.writtenAt ?? new Date().toISOString(),
    batches: { first: span.firstBatch, end: span.endBatch },
    renderBatches: { first: span.firstRenderBatch, end: span.finishRenderBatch },
    refused,
    organizations: rows.flatMap(({ id, name, keepYears }) => {
      const own = ARCHIVED.flatMap((kind) => files.get(kind)!.get(id) ?? []);
      return own.length === 0 ? [] : [{ id, name, keepYears, files: own, runs: runs.get(id) ?? [] }];
    }),
  };
  await writeMonthManifest(directory, manifest);
  return manifest;
}

type Sources = { readonly fetchRenderBatch: FetchRenderBatch; readonly runs: Map<number, Run[]> };

async function* readLines(
  client: PoolClient,
  span: EndedMonth,
  name: Archived,
  { fetchRenderBatch, runs }: Sources,
): AsyncGenerator<{ organizationId: number; line: string }> {
  if (name === 'documents') {
    for await (const document of readMonthDocuments(client, span))
      yield { organizationId: document.organizationId, line: JSON.stringify(document) };
  } else if (name === 'records') {
    for await (const record of readMonthRecords(client, span)) {
      const { organizationId, leaves } = record;
      if (!runs.has(organizationId)) runs.set(organizationId, []);
      if (leaves) addToRuns(runs.get(organizationId)!, record);
      yield { organizationId, line: JSON.stringify(record) };
    }
  } else if (name === 'render-batches') {
    for await (const renderBatch of readMonthRenderBatches(client, span))
      yield {
        organizationId: renderBatch.organizationId,
        line: await toRenderBatchRow(renderBatch, fetchRenderBatch),
      };
  } else {
    for await (const { organizationId, row } of readMonthBlocks(client, span, name))
      yield { organizationId, line: row };
  }
}

const toHex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** Formats the row as if the content of the render batch were in the database. */
async function toRenderBatchRow(
  { id, organizationId, version, sha256, content, storedOn, renderedAt }: MonthRenderBatch,
  fetchRenderBatch: FetchRenderBatch,
): Promise<string> {
  const bytes = content ?? (await fetchRenderBatch({ id, storedOn: storedOn!, sha256 }));
  const row = { id, organization_id: organizationId, version, sha256: toHex(sha256), content: toHex(bytes) };
  return JSON.stringify({ ...row, rendered_at: renderedAt });
}
