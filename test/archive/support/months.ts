import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Verdict } from '#src/checker/invariant.ts';
import { checkInvariants, type Evidence } from '#src/checker/check-invariants.ts';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import { archiveMonth } from '../../../src/archive/archive-month.ts';
import { bringMonthBack } from '../../../src/archive/restore-month.ts';
import { type FetchRenderBatch, writeMonth } from '../../../src/archive/write-month.ts';
import { verifyChain } from '../../../src/operate/verify-chain.ts';
import { type PoolOwner, openPool } from '../../../src/platform/postgres/database.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { beginMonth, makePartitions } from '../../../src/platform/postgres/partitions/grow-months.ts';
import { listChains } from '../../../src/operate/chains/chains.ts';
import { renderPdfs } from '../../../src/render/render-pdfs.ts';
import { openSharedRenderer } from '../../render/support/open-test-renderer.ts';
import { BY_TEST, createSession, type TestOrganization } from '../../support/api.ts';
import { listDueJobs } from '../../support/due-jobs.ts';
import { issueBatch } from '../../support/engine.ts';
import { printingContext } from '../../support/printing.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';

const NOBODY: FetchRenderBatch = ({ id }) =>
  Promise.reject(new Error(`render batch ${id} is in the render store`));

export type TestMonths = AsyncDisposable & {
  readonly test: TestRemission;
  /** Two organizations. */
  readonly organizations: readonly TestOrganization[];
  /** A pool with the rights of the reader. */
  readonly reader: PoolOwner;
  /** The directory of the archived months. */
  readonly into: string;
  /** YYYY-MM-DD, according to the clock of the test. */
  today(): string;
  /**
   * Moves the clock to a day of a month and begins the month as a worker does.
   * @param month YYYY-MM.
   */
  begin(month: string): Promise<void>;
  /** Issues a batch for each organization. @returns their ids. */
  issue(count: number, series: string): Promise<number[]>;
  /** Sends all records and renders all PDFs that are due. */
  settle(): Promise<void>;
  write(month: string, withRefused?: boolean): Promise<string>;
  leave(month: string): ReturnType<typeof archiveMonth>;
  bringBack(month: string): ReturnType<typeof bringMonthBack>;
  /** Downloads the PDF of the first invoice of a batch as a client does. */
  download(
    organization: TestOrganization,
    batchId: number,
  ): Promise<{ status: number; body: Buffer; text: string }>;
  /** Returns the result of verify-chain for each chain. */
  verifyChains(): ReturnType<typeof verifyChain> extends Promise<infer T> ? Promise<T[]> : never;
  /** Returns the invariants that the checker finds violated. */
  findBroken(evidence?: Partial<Evidence>): Promise<Verdict[]>;
};

/** Opens the product with a clock that tests move from month to month. */
export async function openTestMonths(): Promise<TestMonths> {
  const resources = new AsyncDisposableStack();
  const test = resources.use(await openTestRemission());
  const { api } = test;
  const organizations = [test.organization, await api.createOrganization('Otra Empresa SL')].map(
    (organization) => ({ ...organization }),
  );
  const reader = resources.use(
    openPool({ url: api.database.urlOf('reader'), applicationName: 'test-reader', role: 'reader' }),
  );
  const into = await mkdtemp(path.join(tmpdir(), 'ibe-archive-'));
  resources.defer(() => rm(into, { recursive: true, force: true }));
  const renderer = await openSharedRenderer();
  const today = () => todayInMadrid(api.clock.now);
  const placeOf = (month: string) => path.join(into, month);
  return {
    test,
    organizations,
    reader,
    into,
    today,
    async begin(month) {
      api.clock.now = new Date(`${month}-05T10:00:00Z`);
      await makePartitions(api.workers.pool);
      await beginMonth(api.workers.pool, today());
      // Sessions expire after a day.
      for (const organization of organizations)
        organization.token = await createSession((request) => api.inject(request), organization.apiKey);
    },
    async issue(count, series) {
      const issued: number[] = [];
      for (const organization of organizations)
        issued.push(
          await issueBatch(api, organization, count, `${series}-${organization.id}`, () => ({
            operation_date: today(),
          })),
        );
      return issued;
    },
    async settle() {
      for (const { id } of await test.read<{ id: string }>('select id from chains order by id'))
        while ((await test.remit(Number(id))).kind === 'sent') test.pass(61);
      for (const { name, payload } of await listDueJobs(api))
        if (name === 'render-pdfs') await renderPdfs({ ...printingContext(api), renderer }, payload);
    },
    write: async (month, withRefused = false) =>
      (await writeMonth(reader.pool, into, month, { fetchRenderBatch: NOBODY, withRefused })).directory,
    leave: (month) => archiveMonth(test, placeOf(month), today(), BY_TEST),
    bringBack: (month) => bringMonthBack(test.orm, placeOf(month), today(), BY_TEST),
    async download({ token }, batchId) {
      const answer = await api.get(token, `/batch_invoices/${batchId * 1000}/pdf`);
      return { status: answer.statusCode, body: answer.rawPayload, text: answer.body };
    },
    verifyChains: () =>
      withSnapshot(reader.pool, async (client) => {
        const verdicts = [];
        for (const chain of await listChains(client, null, null))
          verdicts.push(await verifyChain(client, chain));
        return verdicts;
      }),
    async findBroken(evidence = {}) {
      const verdicts = await checkInvariants(reader.pool, {
        registerLog: JSON.parse(JSON.stringify(test.sandbox.control.log())) as Evidence['registerLog'],
        book: test.sandbox.control.book(),
        spfe: { entries: test.sandbox.control.spfeBook(), report: test.sandbox.control.spfeInvariants() },
        answers: null,
        api: null,
        logFiles: [],
        secrets: [],
        ...evidence,
      });
      return verdicts.filter(({ places }) => places.length > 0);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
