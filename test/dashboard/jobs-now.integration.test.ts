import { UnrecoverableError } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJobTruths } from '#src/monitor/statements/job-truths.ts';
import { openPool } from '#src/platform/postgres/database.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { AUTHORIZATION, openBoard, type Board } from './board-fixture.ts';

/*
 * Bull Board shows the current state of the rows of a job, not the state when the job was enqueued
 * or failed.
 */

let test: TestRemission;
let board: Board;
let chainId: number;
let batchId: number;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  test = resources.use(await openTestRemission());
  batchId = await issueBatch(test.api, test.organization, 3, 'J');
  chainId = await test.chainOf();
  const database = resources.use(
    openPool({ url: test.api.database.urlOf('dashboard'), applicationName: 'test', role: 'dashboard' }),
  );
  board = resources.use(
    await openBoard({ readOnly: true, readJobTruths: (asked) => readJobTruths(database.pool, asked) }),
  );
});
afterAll(() => resources.disposeAsync());

type Shown = { name: string; failedReason?: string; stacktrace: string[]; externalUrl?: { href: string } };
async function read(path: string): Promise<{ queues?: { name: string; jobs: Shown[] }[]; job?: Shown }> {
  const answer = await board.app.inject({ url: path, headers: { authorization: AUTHORIZATION } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const list = async (queue: string) =>
  (await read(`/api/queues?activeQueue=${queue}&status=failed&page=1&jobsPerPage=10`)).queues!.find(
    ({ name }) => name === queue,
  )!.jobs;

describe('a job in Bull Board', () => {
  it('of a halted chain shows the cause and the remedy, and the current state once the chain is resumed', async () => {
    const data = { organizationId: test.organization.id, chainId, records: 3, isFull: false };
    await test.read(
      `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: El titular no es válido'`,
    );
    const halt = new UnrecoverableError('The chain is halted by AEAT 4112');
    const id = await board.addFailedJob('remit-records', data, halt, 'remission');
    const halted = 'halted by 4112: El titular no es válido; npm run engine -- chains resume';
    const [shown] = await list('remission');
    expect(shown).toMatchObject({
      name: `chain ${chainId} · organization ${test.organization.id} · ${halted} ${chainId}`,
      failedReason: `${halted} ${chainId}`,
      stacktrace: [`${halted} ${chainId}`],
      externalUrl: { href: `/operations/chains/${chainId}` },
    });
    expect((await read(`/api/queues/remission/${id}`)).job).toMatchObject({ name: shown!.name });

    await test.read('update remissions set halted_at = null, halted_reason = null');
    expect((await list('remission'))[0]).toMatchObject({ failedReason: '3 records wait, next message now' });
    await test.remit(chainId);
    expect((await list('remission'))[0]!.name).toMatch(/ · no record is waiting$/);
  });

  it('of a batch shows whether the batch is issued, and its error without a stack trace', async () => {
    const unissued = await postBatch(test.api, test.organization, 2, 'K');
    const data = { organizationId: test.organization.id, batchId: unissued, invoices: 2, work: 2 };
    await board.addFailedJob('process-batch', data, new TypeError('x is not a function'));
    await board.addFailedJob('process-batch', { ...data, batchId }, new Error('The database is away'));
    await board.addFailedJob('process-batch', { ...data, batchId: 999_999 }, new Error('Of no batch'));
    const [none, ended, waiting] = await list('batches');
    expect(none).toMatchObject({ failedReason: 'Of no batch', stacktrace: ['Of no batch'] });
    expect(ended!.name).toMatch(/^batch \d+ · 2 invoices · organization \d+ · issued, 3 PDFs are missing$/);
    expect(waiting).toMatchObject({
      name: expect.stringMatching(/ · not issued yet$/),
      failedReason: 'x is not a function',
      stacktrace: ['x is not a function'],
    });
    await test.read('update organizations set paused_at = now()');
    expect((await list('batches'))[2]!.name).toMatch(
      /not issued yet; organization \d+ has been paused since \d\d:\d\d UTC$/,
    );
    await test.read('update organizations set paused_at = null');
  });

  it('shows its own data if the database is unavailable', async () => {
    await using away = await openBoard({
      readOnly: true,
      readJobTruths: () => Promise.reject(new Error('away')),
    });
    await away.addFailedJob('process-batch', { organizationId: 3, batchId: 17, invoices: 1000, work: 1000 });
    const answer = await away.app.inject({
      url: '/api/queues?activeQueue=batches&status=failed&page=1&jobsPerPage=10',
      headers: { authorization: AUTHORIZATION },
    });
    const [queue] = answer.json<{ queues: { jobs: Shown[] }[] }>().queues;
    expect(queue!.jobs).toMatchObject([
      {
        name: 'batch 17 · 1000 invoices · organization 3',
        failedReason: 'Planned failure',
        stacktrace: ['Planned failure'],
      },
    ]);
  });
});
