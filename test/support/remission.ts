import type { Pool } from 'pg';
import type { Orm } from '../../src/platform/postgres/open-database.ts';
import { type AeatSandbox, openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { KEY_RIGHTS } from '../../src/contracts/codes.ts';
import type { BatchInvoiceView } from '../../src/contracts/answers.ts';
import { openAeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { claimSubmission } from '#src/remit/attempt/claim-submission.ts';
import type { CorrectContext } from '../../src/operate/correct-invoice.ts';
import { createMutex } from '#src/remit/mutex.ts';
import { remitRecords, type RemitContext, type RemitResult } from '#src/remit/remit-records.ts';
import { openLogger } from '../../src/platform/telemetry/logger.ts';
import { createMetrics } from './metrics.ts';
import { issuingContext } from './engine.ts';
import { eventually } from './eventually.ts';
import { UNKNOWING } from './tracker.ts';
import { openTestApi, type TestApi, type TestOrganization } from './api.ts';
import { UNTRACED } from './untraced.ts';

const SECOND = 1000;

export type TestRemission = AsyncDisposable & {
  readonly api: TestApi;
  readonly pool: Pool;
  readonly orm: Orm;
  readonly organization: TestOrganization;
  readonly sandbox: AeatSandbox;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly log: string[];
  /** Advances the common clock of the product and the stand-in. */
  pass(seconds: number): void;
  /**
   * Returns the dependencies of submission.
   * @param timeoutMs the timeout of AEAT's client, in real time.
   */
  context(timeoutMs?: number, url?: string): RemitContext;
  /** Returns the dependencies of a correction. */
  correcting(): CorrectContext;
  /** Sends the next envelope of a chain, as a newly started process would. */
  remit(chainId: number, timeoutMs?: number, url?: string): Promise<RemitResult>;
  /**
   * Sends the next envelope of a chain and stops before the answer is stored.
   * @returns the number of the envelope at the stand-in.
   */
  remitAndDie(chainId: number, timeoutMs?: number): Promise<number>;
  /** Waits until this many messages have arrived at the stand-in. */
  arrived(count: number): Promise<void>;
  /** Returns the chain of an issuer. */
  chainOf(issuerNif?: string): Promise<number>;
  /** Returns the verifactu_state of a batch's invoices as the API shows it. */
  states(batchId: number): Promise<(string | null)[]>;
  read<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
};

/**
 * Opens the product and a stand-in for AEAT with a common clock, which advances only by `pass`.
 * @param changes to the environment of the API.
 */
export async function openTestRemission(
  options: Parameters<typeof openAeatSandbox>[0] = {},
  changes: Parameters<typeof openTestApi>[0] = {},
): Promise<TestRemission> {
  const resources = new AsyncDisposableStack();
  const api = resources.use(await openTestApi(changes));
  const organization = await api.createOrganization(undefined, null, KEY_RIGHTS);
  const sandbox = resources.use(
    await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime(), ...options }),
  );
  const metrics = createMetrics();
  const log: string[] = [];
  const { pool, orm } = api.database;
  const context: TestRemission['context'] = (timeoutMs = 10_000, url = sandbox.url) => ({
    pool: api.workers.pool,
    orm: api.workers.orm,
    logger: openLogger({
      level: 'info',
      process: 'test',
      destination: {
        write(line) {
          log.push(line);
          if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line);
        },
      },
    }),
    metrics,
    now: () => api.clock.now,
    random: () => 0.5,
    aeat: { url, timeoutMs, maxWaitSeconds: 600, certificateKeys: [] },
    claimMutex: createMutex(),
    tracker: UNKNOWING,
    ...UNTRACED,
  });
  return {
    api,
    pool,
    orm,
    organization,
    sandbox,
    metrics,
    log,
    pass(seconds) {
      api.clock.now = new Date(api.clock.now.getTime() + seconds * SECOND);
    },
    context,
    correcting: () => ({
      pool,
      orm,
      now: () => api.clock.now,
      software: issuingContext(api).software,
      aeat: context().aeat,
      activeLineage: null,
    }),
    remit: (chainId, timeoutMs, url) => remitRecords(context(timeoutMs, url), chainId),
    async remitAndDie(chainId, timeoutMs = 60_000) {
      const claimed = await claimSubmission(
        api.workers.pool,
        chainId,
        api.clock.now,
        { leaseMs: timeoutMs + 15_000, maxWaitSeconds: 600 },
        null,
      );
      if (claimed.kind !== 'claimed') throw new Error(`the chain could not be claimed: ${claimed.kind}`);
      const client = openAeatClient({ url: sandbox.url });
      const before = sandbox.control.log().length;
      const lost = client.submit(claimed.claim.request);
      await eventually(() => sandbox.control.log().length > before);
      await client[Symbol.asyncDispose]();
      await lost;
      return sandbox.control.log()[before]!.sequence;
    },
    arrived: async (count) => void (await eventually(() => sandbox.control.log().length >= count)),
    async chainOf(issuerNif = 'B12345674') {
      const { rows } = await pool.query<{ id: string }>(
        'select id from chains where organization_id = $1 and issuer_nif = $2',
        [organization.id, issuerNif],
      );
      return Number(rows[0]!.id);
    },
    async states(batchId) {
      const answer = await api.get(
        organization.token,
        `/invoice_batches/${batchId}/batch_invoices?per_page=100`,
      );
      return answer.json<{ data: BatchInvoiceView[] }>().data.map((invoice) => invoice.verifactu_state);
    },
    read: async <T extends object>(sql: string, values: unknown[] = []) =>
      (await pool.query<T>(sql, values)).rows,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
