import type { PoolClient } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';

/** Writes down who let a month leave or come back, by the role that may: the owner has no rows to see or add. */
export async function recordArchiveAct(
  client: PoolClient,
  order: Order,
  act: 'month.leave' | 'month.return',
  month: string,
  manifestSha256: Buffer,
): Promise<void> {
  await client.query('set local role engine_operator');
  await recordAct(client, order, { act, details: { month, manifest: manifestSha256.toString('hex') } });
  await client.query('reset role');
}
