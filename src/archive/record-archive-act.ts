import type { Order } from '../contracts/acts.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';

/** Records who let a month leave or come back, by the role that may: the owner has no rows to see or add. */
export async function recordArchiveAct(
  em: EntityManager,
  order: Order,
  act: 'month.leave' | 'month.return',
  month: string,
  manifestSha256: Buffer,
): Promise<void> {
  await em.execute('set local role engine_operator');
  await recordAct(em, order, { act, details: { month, manifest: manifestSha256.toString('hex') } });
  await em.execute('reset role');
}
