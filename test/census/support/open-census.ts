import type { CensusMode, CensusWhenUnavailable } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { changeSetting } from '#src/organizations/settings.ts';
import { createCensusBreaker } from '#src/remit/census-breaker.ts';
import { type AeatSandbox, openAeatSandbox } from '../../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { buildAskCensus } from '../../../workers/ask-census.ts';
import { buildProcessBatch } from '../../../workers/process-batch.ts';
import { BY_TEST, openTestApi, type TestApi, type TestOrganization } from '../../support/api.ts';
import { issuingContext } from '../../support/engine.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchV2 } from '../../support/invoices-v2.ts';
import { createMetrics } from '../../support/metrics.ts';
import { openLogger } from '../../../src/platform/telemetry/logger.ts';
import { openTestQueues, type TestQueues } from '../../support/worker.ts';

/** An invoice of a batch that has ended. */
export type EndedInvoice = {
  readonly number: string | null;
  readonly error: string | null;
  readonly warnings: readonly { readonly code: string; readonly path: string; readonly message: string }[];
};

export type TestCensus = AsyncDisposable & {
  readonly api: TestApi;
  readonly sandbox: AeatSandbox;
  readonly queues: TestQueues;
  /** What the workers logged. */
  readonly log: string[];
  /** Creates an organization with a setting. */
  createOrganization(mode: CensusMode, whenUnavailable?: CensusWhenUnavailable): Promise<TestOrganization>;
  /** Posts a batch. @returns its id. */
  post(organization: TestOrganization, series: string, ...invoices: InvoiceInput[]): Promise<number>;
  /** Waits until a batch has ended. */
  end(batchId: number): Promise<EndedInvoice[]>;
  /** The NIFs and names of each message to the census. */
  asked(): string[][];
};

/** Opens the API, the workers of batches and of the census with their queues, and the stand-in. */
export async function openTestCensus(aeat: { readonly timeoutMs?: number } = {}): Promise<TestCensus> {
  const resources = new AsyncDisposableStack();
  const queues = resources.use(await openTestQueues());
  const api = resources.use(await openTestApi({}, { enqueueJobs: (jobs) => queues.jobQueues.send(jobs) }));
  const sandbox = resources.use(await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime() }));
  const log: string[] = [];
  const logger = openLogger({
    level: 'debug',
    process: 'test',
    destination: {
      write(line) {
        log.push(line);
        if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(line);
      },
    },
  });
  const issuing = {
    'process-batch': buildProcessBatch({
      ...issuingContext(api),
      logger,
      jobQueues: queues.jobQueues,
      metrics: createMetrics(),
    }),
  };
  queues.work('batches', issuing);
  queues.work('small-batches', issuing);
  const done = async () => ({});
  queues.work('remission', {
    'remit-records': done,
    'ask-census': buildAskCensus({
      pool: api.workers.pool,
      orm: api.workers.orm,
      logger,
      now: () => api.clock.now,
      random: () => 0,
      breaker: createCensusBreaker(),
      aeat: { url: sandbox.url, timeoutMs: 2000, maxWaitSeconds: 600, certificateKeys: [], ...aeat },
    }),
  });
  return {
    api,
    sandbox,
    queues,
    log,
    async createOrganization(mode, whenUnavailable = 'proceed') {
      const organization = await api.createOrganization();
      const { orm } = api.database;
      if (mode !== 'off') await changeSetting(orm, organization.id, { name: 'census', value: mode }, BY_TEST);
      if (whenUnavailable !== 'proceed')
        await changeSetting(
          orm,
          organization.id,
          { name: 'censusWhenUnavailable', value: whenUnavailable },
          BY_TEST,
        );
      return organization;
    },
    async post({ token }, series, ...invoices) {
      const answer = await api.post(token, buildBatchV2(series, ...invoices), { version: 2 });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<{ data: { id: number } }>().data.id;
    },
    async end(batchId) {
      const { pool } = api.database;
      await eventually(
        async () =>
          (await pool.query('select from batches where id = $1 and processed_at is not null', [batchId]))
            .rowCount === 1,
        { within: 8000, what: `the end of batch ${batchId}` },
      );
      const { rows } = await pool.query<EndedInvoice>(
        `select x.invoice_number as number, i.processing_error as error, coalesce(i.warnings, '[]') as warnings
         from batch_invoices i left join issued_invoices x on x.id = i.id
         where i.id between $1 and $2 order by i.id`,
        [batchId * 1000, batchId * 1000 + 999],
      );
      return rows;
    },
    asked: () =>
      sandbox.control
        .messages()
        .filter(({ service }) => service === 'census')
        .map(({ sequence }) => {
          const { request } = sandbox.control.rawMessage(sequence)!;
          return [...request.matchAll(/<vnif:Nif>(.*?)<\/vnif:Nif><vnif:Nombre>(.*?)</g)].map(
            ([, nif, name]) => `${nif} ${name}`,
          );
        }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
