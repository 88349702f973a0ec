import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { buildLogPath } from '../../../ops/local/servers/logs.ts';
import { expectEqual } from '../measuring/prove.ts';
import { divideGrowth, readTableSizes } from '../measuring/read-table-sizes.ts';
import { describeSingle } from '../measuring/statistics.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { openHeldQueue } from '../product/held-queue.ts';
import { openProduct } from '../product/open-product.ts';
import type { Figure, Finding } from '../report/finding.ts';

/** Statements of the reconciler, which run on a timer and not for a batch. */
const RECONCILING = /execute (list-due-\S+|measure-remission|finish-rendering)/;

/**
 * What a batch costs to process and an invoice costs to store. docs/scale.md calculates with these
 * values.
 */
export async function measureCosts(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const aeat = resources.use(await openAeatSandbox({ port: 0, settings: { waitSeconds: 1 } }));
  const product = resources.use(
    await openProduct(bench, async ({ pool }) => {
      await pool.query(
        `do $$ begin execute format('alter database %I set log_statement = ''all''', current_database()); end $$`,
      );
    }),
  );
  const looker = new Client({ connectionString: product.databaseUrl });
  await looker.connect();
  resources.defer(() => looker.end());
  await looker.query('set log_statement = none');
  const count = async (rows: string) => {
    const { rows: found } = await looker.query<{ count: number }>(
      `select count(*)::float8 as count from ${rows}`,
    );
    return found[0]!.count;
  };
  const client = await product.openClient();
  const invoices = bench.pick(1000, 100);
  const redisBytes = await measureRedis(product.redisUrl, bench.pick(500, 10), async (index) => {
    await client.post(buildBatch(1, `K${index}`));
  });
  const stages: { readonly name: string; readonly cpuMs: number; readonly statements: number }[] = [];
  const runStage = async (name: string, work: () => Promise<void>) => {
    const before = countStatements();
    const { cpuMs } = await takeTime(invoices, product.listProcesses(), work);
    stages.push({ name, cpuMs: cpuMs ?? Number.NaN, statements: countStatements() - before });
  };
  const pdfs = resources.use(await openHeldQueue(product.redisUrl, 'pdfs'));
  const remission = resources.use(await openHeldQueue(product.redisUrl, 'remission'));
  await Promise.all([pdfs.hold(), remission.hold()]);
  await product.startWorker('batches,pdfs,remission', { AEAT_URL: aeat.url });
  const isIssued = async () => (await count('batches where processed_at is null')) === 0;
  const isRendered = async () => (await count('batches where rendered_at is null')) === 0;
  const isAnswered = async () => (await count('record_answers')) === (await count('issued_invoices'));
  await waitUntil(isIssued, 'the batches to be issued', { pauseMs: 50 });
  await pdfs.release();
  await remission.release();
  await waitUntil(isRendered, 'their PDFs', { pauseMs: 50 });
  await waitUntil(isAnswered, 'the answers to them', { pauseMs: 50 });
  await Promise.all([pdfs.hold(), remission.hold()]);

  // All work is done; from here on each stage is measured alone.
  const sizesBefore = await readTableSizes(looker);
  const body = buildBatch(invoices, 'KX');
  await runStage('accept and issue', async () => {
    await client.post(body);
    await waitUntil(isIssued, 'a batch to be issued', { pauseMs: 20 });
  });
  await runStage('render', async () => {
    await pdfs.release();
    await waitUntil(isRendered, 'its PDFs', { pauseMs: 50 });
  });
  await runStage('remit', async () => {
    await remission.release();
    await waitUntil(isAnswered, 'the answers', { pauseMs: 100 });
  });
  const issued = await count('issued_invoices');
  const sizesAfter = await readTableSizes(looker);
  expectEqual('PDFs', await count('pdfs'), issued);
  expectEqual('Answers', await count(`record_answers where state = 'accepted'`), issued);

  const tables = divideGrowth(sizesBefore, sizesAfter, invoices);
  const withoutPdfs = tables.filter(({ name }) => name !== 'render_batches' && name !== 'pdfs');
  const sumBytes = (some: typeof tables) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  const proof = `${invoices} invoices issued, rendered, and accepted by the stand-in for AEAT; counted in the tables`;
  return [
    buildCost(
      `Bytes at rest per invoice, of a batch of ${invoices}, with indexes`,
      'bytes',
      sumBytes(tables),
      tables.map(({ name, bytes }) => buildFigure(name, 'bytes', bytes)),
      proof,
      8000,
    ),
    buildCost(
      `Bytes without PDFs per invoice, of a batch of ${invoices}, with indexes`,
      'bytes',
      sumBytes(withoutPdfs),
      [],
      proof,
      2000,
    ),
    buildCost('Bytes of Redis per waiting batch', 'bytes', redisBytes, [], 'used_memory before and after'),
    buildCost(
      `Statements of a batch of ${invoices}, begin and commit counted`,
      'statements',
      stages.reduce((sum, { statements }) => sum + statements, 0),
      stages.map(({ name, statements }) => buildFigure(name, 'statements', statements)),
      'counted in the log of PostgreSQL',
    ),
    buildCost(
      'Processor seconds per 1000 invoices, all processes',
      's',
      stages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      stages.map(({ name, cpuMs }) => buildFigure(name, 's', cpuMs)),
      proof,
      8,
    ),
  ];
}

async function measureRedis(
  url: string,
  batches: number,
  post: (index: number) => Promise<void>,
): Promise<number> {
  const redis = new Redis(url);
  const readUsed = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  try {
    // Creates the keys of the queue itself and loads its scripts.
    await post(-1);
    const before = await readUsed();
    for (let index = 0; index < batches; index += 1) await post(index);
    return ((await readUsed()) - before) / batches;
  } finally {
    redis.disconnect();
  }
}

/** Reads the log of a server, including the files that were rotated meanwhile. */
function countStatements(): number {
  const { dir, name } = path.parse(buildLogPath('bench-postgres'));
  const files = readdirSync(dir).filter((file) => new RegExp(`^${name}(\\.\\d+)?\\.log$`).test(file));
  const lines = files.flatMap((file) => readFileSync(path.join(dir, file), 'utf8').split('\n'));
  return lines.filter((line) => / LOG: {2}(execute|statement)/.test(line) && !RECONCILING.test(line)).length;
}

function buildCost(
  what: string,
  unit: string,
  value: number,
  figures: readonly Figure[],
  proof: string,
  most?: number,
): Finding {
  const limit = most === undefined ? {} : { limit: { most } };
  return { goal: 'costs', what, unit, value: describeSingle(value), figures, proof, ...limit };
}

function buildFigure(name: string, unit: string, value: number): Figure {
  return { name, unit, value: describeSingle(value) };
}
