import { Pool } from 'pg';
import { type VerifiedLink, verifyRecord, type StoredRecord } from 'verifactu-protocol/records/verify-record';
import { waitUntil } from '../../measuring/wait-until.ts';
import type { Bench } from '../../open-bench.ts';
import { startPeer } from '../start-peer.ts';
import type { JobQueueName } from './job-queue.ts';
import { TABLES } from './tables.ts';

export type JobPeer = AsyncDisposable & {
  readonly processes: readonly number[];
  /** Posts a batch and waits until all of it is issued. */
  issue(body: Buffer): Promise<void>;
  /** Recomputes every chain. @returns the number of records. @throws if a chain is broken. */
  verify(): Promise<number>;
};

/** Starts an API and a worker that use one job per invoice. */
export async function openJobPeer(bench: Bench, queue: JobQueueName): Promise<JobPeer> {
  const resources = new AsyncDisposableStack();
  const environment = {
    QUEUE: queue,
    DATABASE_URL: await bench.createDatabase(),
    REDIS_URL: await bench.takeRedis(),
  };
  const pool = new Pool({ connectionString: environment.DATABASE_URL, max: 1 });
  resources.defer(() => pool.end());
  await pool.query(TABLES);
  const worker = resources.use(await startPeer('job-per-invoice', environment, 'worker'));
  const api = resources.use(await startPeer('job-per-invoice', environment, 'api'));
  const isIssued = async () => {
    const { rowCount } = await pool.query(`select from invoices where status = 'pending' limit 1`);
    return rowCount === 0;
  };
  return {
    processes: [api.pid, worker.pid, ...bench.servers],
    async issue(body) {
      await api.post(body);
      await waitUntil(isIssued, `${queue} to issue a batch`);
    },
    verify: () => verifyRecords(pool),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function verifyRecords(pool: Pool): Promise<number> {
  const { rows } = await pool.query<Omit<StoredRecord, 'invoice' | 'kind'> & StoredRecord['invoice']>(
    `select r.sequence::float8 as sequence, r.previous_hash as "previousHash", r.hash, r.xml,
            i.issuer_nif as "issuerNif", i.invoice_number as number, i.issue_date as "issueDate", i.total::text as total
     from registration_records r join issued_invoices i on i.id = r.invoice_id order by r.chain_id, r.sequence`,
  );
  let link: VerifiedLink | null = null;
  for (const { issuerNif, number, issueDate, total, ...record } of rows) {
    const invoice = { issuerNif, number, issueDate, total };
    const verified: VerifiedLink | string = verifyRecord({ ...record, kind: 'alta', invoice }, link);
    if (typeof verified === 'string') throw new Error(`Record ${record.sequence} of the peer: ${verified}`);
    link = verified;
  }
  return rows.length;
}
