import { carryOutOrders } from '#src/operate/carry-out-orders.ts';
import { openActs } from '#src/dashboard/acts/open-acts.ts';
import { beginAct } from '#src/platform/audit/operator-acts.ts';
import { recordDashboardAct } from '#src/operate/statements/dashboard-acts.ts';
import { findOrder } from '#src/operate/orders/orders.ts';
import { testLogger } from '../../support/test-logger.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { issuingContext } from '../../support/engine.ts';
import { openBoard, type Board } from '../board-fixture.ts';
import { type Answer, type Clients, codeOf, openClients, openStaff, type Staff } from './operators.ts';

export type Ground = AsyncDisposable & {
  readonly test: TestRemission;
  readonly staff: Staff;
  readonly board: Board;
  readonly clients: Clients;
  /** Cookies of an operator with the role act, and of one with the role view. */
  readonly acting: string;
  readonly looking: string;
  /** Reads the page of an action. @returns the response and the hidden fields of its form. */
  readonly ask: (
    path: string,
    cookie?: string,
  ) => Promise<{ answer: Answer; fields: Record<string, string> }>;
  /** Reads the page of an action and sends its form. */
  readonly act: (path: string, more?: Record<string, string>, cookie?: string) => Promise<Answer>;
  /** Carries out the orders as a worker does. @returns the number of orders that ended. */
  readonly carryOut: () => Promise<number>;
  readonly listActs: () => Promise<
    { act: string; operator: string; reason: string; subjectId: number; details: object }[]
  >;
};

/** Opens a dashboard with the rights of its role, an engine, and the AEAT sandbox. */
export async function openGround(): Promise<Ground> {
  const resources = new AsyncDisposableStack();
  const test = resources.use(await openTestRemission());
  const staff = resources.use(await openStaff(test.api.database));
  const { pool, orm } = staff.dashboard;
  const board = resources.use(
    await openBoard({
      readOnly: false,
      sharedMayAct: false,
      sessions: staff.sessions,
      trustedProxies: 'loopback',
      openActs: (jobQueues) => ({
        offered: openActs({
          pool,
          orm,
          jobQueues,
          begin: (order, act) => beginAct(orm, order, act, recordDashboardAct),
        }),
        findOrder: (id) => findOrder(orm.em.fork(), id),
      }),
    }),
  );
  const secret = await staff.add('ana', 'act');
  const other = await staff.add('eva', 'view');
  const clients = openClients(board.url, staff, secret);
  const [acting, looking] = [await clients.signIn(), await clients.signIn('eva', codeOf(other))];
  const ask: Ground['ask'] = async (path, cookie = acting) => {
    const answer = await clients.send(path, { cookie });
    const hidden = answer.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    return { answer, fields: Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!])) };
  };
  return {
    test,
    staff,
    board,
    clients,
    acting,
    looking,
    ask,
    async act(path, more = {}, cookie = acting) {
      const { fields } = await ask(path, cookie);
      return clients.send(path, { cookie, fields: { ...fields, reason: 'Mended', ...more } });
    },
    carryOut: () =>
      carryOutOrders({
        ...test.correcting(),
        pool: test.api.workers.pool,
        software: issuingContext(test.api).software,
        jobQueues: { send: async () => {} },
        logger: testLogger,
        recallLineage: async () => null,
      }),
    listActs: () =>
      test.read(
        `select act, operator, reason, subject_id::int as "subjectId", details from operator_acts where operator like 'dashboard:%' order by id`,
      ),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
