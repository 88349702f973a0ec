import type { Order } from '../contracts/acts.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';

/**
 * Records that an operator archived or restored a month. It takes the operator's role, because
 * row-level security lets the owner neither see nor add acts.
 */
export async function recordArchiveAct(
  em: EntityManager,
  order: Order,
  act: 'month.archive' | 'month.restore',
  month: string,
  manifestSha256: Buffer,
): Promise<void> {
  await em.execute('set local role engine_operator');
  await recordAct(em, order, { act, details: { month, manifest: manifestSha256.toString('hex') } });
  await em.execute('reset role');
}
