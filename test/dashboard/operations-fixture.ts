import { findDeclaration } from '#src/platform/process/declarations.ts';
import type { OperationsSource } from '#src/dashboard/operations/operations-options.ts';
import { openDatabase } from '#src/platform/postgres/open-database.ts';
import { recordDashboardAct } from '#src/operate/statements/dashboard-acts.ts';
import { readBatchView, readChainView } from '#src/monitor/statements/drill-down.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { WORKER_DUTIES } from '#src/contracts/codes.ts';
import { startHeartbeats } from '../../workers/send-heartbeats.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { openGateTo, type TcpGate } from '../support/tcp-gate.ts';
import { type Board, openBoard } from './board-fixture.ts';

/*
 * The operations page of an engine whose state a test sets, read with the database login of the
 * dashboard.
 */

export type WatchedEngine = AsyncDisposable & {
  readonly engine: TestRemission;
  readonly board: Board;
  /** The gate between the dashboard and the database. */
  readonly gate: TcpGate;
};

/** The state of an engine, as an operator would describe it. */
export type EngineState = 'calm' | 'flood' | 'outage' | 'halted' | 'failures' | 'certificate';

export async function openWatchedEngine(): Promise<WatchedEngine> {
  await using resources = new AsyncDisposableStack();
  const engine = resources.use(await openTestRemission());
  const gate = resources.use(await openGateTo(engine.api.database.urlOf('dashboard')));
  const { pool, orm } = resources.use(
    openDatabase({
      url: gate.url,
      applicationName: 'test-dashboard',
      role: 'dashboard',
      refusesExcess: true,
      maxConnections: 2,
      longestStatementMs: 2000,
    }),
  );
  const source: OperationsSource = {
    readOverview: () => readOverview(pool, engine.api.clock.now),
    readInstallation: () => readInstallation(pool),
    readBatch: (batchId) => readBatchView(pool, batchId),
    readChain: (chainId) => readChainView(pool, chainId),
    readDeclaration: (version) => findDeclaration(orm.em.fork(), version),
    recordLook: (order, act) => recordDashboardAct(orm.em.fork(), order, act),
  };
  const board = resources.use(await openBoard({ readOnly: true, source }));
  resources.use(
    startHeartbeats(
      { jobQueues: board.place, logger: { debug: () => {} }, now: () => new Date() },
      WORKER_DUTIES,
    ),
  );
  // A maintained engine has an address, a backup and a verification.
  await engine.pool.query(
    `insert into issuer_profiles (organization_id, issuer_nif, profile) values ($1, 'B12345674', '{"address": "Calle Mayor 1"}')`,
    [engine.organization.id],
  );
  await engine.pool.query(
    `insert into operator_acts (act, operator, details)
     values ('database.backup', 'ana', '{}'), ('chain.verify', 'ana', '{"chains": 3, "broken": 0}')`,
  );
  const opened = resources.move();
  return { engine, board, gate, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Functions that bring an engine into each state. */
export const BRING: Readonly<Record<EngineState, (watched: WatchedEngine) => Promise<void>>> = {
  async calm({ engine }) {
    const batchId = await issueBatch(engine.api, engine.organization, 3, 'CALM');
    await finish(engine, batchId, 3);
    await engine.remit(await engine.chainOf());
  },
  async flood({ engine }) {
    const { api, organization } = engine;
    const other = await api.createOrganization('Tienda Grande SL');
    const first = await issueBatch(api, organization, 40, 'F0');
    for (let position = 0; position < 12; position++) await storePdf(api, first * 1000 + position);
    for (let batch = 1; batch <= 6; batch++) await postBatch(api, other, 50, `G${batch}`);
    await postBatch(api, organization, 2, 'F1', (index) => (index === 0 ? { lines: [] } : {}));
    engine.pass(90);
  },
  async outage({ engine }) {
    afterAeatsWait(engine);
    const batchId = await issueBatch(engine.api, engine.organization, 30, 'OUT');
    await finish(engine, batchId, 30);
    engine.sandbox.control.addFaults({ kind: 'http-status', status: 503 });
    for (const seconds of [0, 60, 120]) {
      engine.pass(seconds);
      await engine.remit(await engine.chainOf());
    }
    engine.pass(20);
  },
  async halted({ engine }) {
    afterAeatsWait(engine);
    const batchId = await issueBatch(engine.api, engine.organization, 12, 'HALT');
    await finish(engine, batchId, 12);
    engine.sandbox.control.addFaults({ kind: 'soap-fault', code: 4112 });
    await engine.remit(await engine.chainOf());
    engine.pass(14 * 60);
  },
  async failures({ engine }) {
    afterAeatsWait(engine);
    const { api, organization } = engine;
    await postBatch(api, organization, 9, 'BAD', (index) =>
      index < 6 ? { lines: [] } : { recipient_document_number: '12345678A' },
    );
    const batchId = await issueBatch(api, organization, 6, 'REF');
    await finish(engine, batchId, 6);
    engine.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 4 });
    await engine.remit(await engine.chainOf());
  },
  async certificate({ engine }) {
    await engine.pool.query(
      `insert into certificates (organization_id, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at)
       values ($1, '', '', 'x', now() - interval '2 years', now() + interval '2 days 1 hour', now())`,
      [engine.organization.id],
    );
  },
};

/** Allows the next message to be sent at once, without the faults that were set before. */
function afterAeatsWait(engine: TestRemission): void {
  engine.sandbox.control.clearFaults();
  engine.pass(120);
}

async function finish({ api, pool }: TestRemission, batchId: number, invoices: number): Promise<void> {
  for (let position = 0; position < invoices; position++) await storePdf(api, batchId * 1000 + position);
  await pool.query('update batches set rendered_at = processed_at where id = $1', [batchId]);
}
