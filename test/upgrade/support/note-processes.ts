import { hash, randomUUID } from 'node:crypto';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { deriveSecrets } from '#src/operators/derive-secrets.ts';
import { recordAct } from '../../../src/platform/audit/operator-acts.ts';
import { insertOrder } from '../../../src/operate/orders/orders.ts';
import { openDatabase, type Orm } from '../../../src/platform/postgres/open-database.ts';
import { renewProcess } from '../../../src/platform/process/processes.ts';
import { eraseDue } from '../../../src/operate/statements/retention.ts';
import { addOperator } from '#src/operators/manage-operators.ts';
import { openOperatorSessions } from '#src/operators/operator-sessions.ts';
import { declareVersion } from '../../../src/platform/process/declare-version.ts';
import { recordFirstIdentity } from '../../../src/platform/postgres/lineage/restores.ts';
import { PASSWORD, STRANGER } from '../../dashboard/support/operators.ts';
import { type TestMonths } from '../../archive/support/months.ts';
import { PERIODS } from '../../support/aged-contents.ts';
import { BY_TEST } from '../../support/api.ts';

/**
 * Inserts the rows that processes and operators create: declaration, process, identity, operator
 * with a session and an order, acknowledged finding, erased bodies.
 */
export async function recordProcesses({ test }: TestMonths, operator: Orm, invoiceId: number): Promise<void> {
  const { api } = test;
  const { database, clock } = api;
  const producer = {
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    VERIFACTU_PRODUCER_NAME: 'Productor de Prueba SL',
    VERIFACTU_PRODUCER_NIF: 'B99286320',
    VERIFACTU_PRODUCER_ADDRESS: 'Calle Mayor 1, 28013 Madrid',
    VERIFACTU_DECLARATION_PLACE: 'Madrid, España',
  };
  const undeclared = await declareVersion(api.workers.orm.em.fork(), loadEnvironment(producer), clock.now);
  if (undeclared !== null) throw new Error(undeclared);
  await recordFirstIdentity(api.workers.pool, clock.now);
  const process = { role: 'worker', host: 'golden', pid: 1, version: '1.0.0', settings: {} } as const;
  await renewProcess(api.workers.pool, randomUUID(), process);
  await using dashboard = openDatabase({
    url: database.urlOf('dashboard'),
    applicationName: 'test',
    role: 'dashboard',
  });
  const sessions = openOperatorSessions(dashboard.pool);
  await addOperator(operator, { login: 'ana', role: 'act', password: PASSWORD }, BY_TEST);
  const salt = (await sessions.findSalt('ana'))!;
  const { proof } = await deriveSecrets(PASSWORD, salt);
  const token = hash('sha256', 'golden', 'buffer');
  const step = Math.floor(Date.now() / 30_000);
  const signedIn = { login: 'ana', proof, step, tokenHash: token, ...STRANGER };
  if ((await sessions.begin(signedIn)) !== 'in') throw new Error('The operator was not signed in');
  await sessions.begin({ ...signedIn, step: 0 });
  const actor = { tokenHash: token };
  const order = { actor, operator: 'ana', client: '127.0.0.1', reason: 'Emitida dos veces' };
  await insertOrder(dashboard.orm.em.fork(), order, {
    invoiceId,
    action: 'annul',
    isRecipientOutsideCensus: false,
  });
  await recordAct(operator.em.fork(), BY_TEST, {
    act: 'finding.acknowledge',
    subjectId: 1,
    details: { finding: 'x' },
  });
  await using retention = openDatabase({ url: database.url, applicationName: 'test', role: 'retention' });
  await eraseDue(retention.orm, PERIODS, BY_TEST);
}
