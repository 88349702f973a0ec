import type { PoolClient } from 'pg';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe.sql.ts';
import type { SettledMember } from './judge-request.ts';

/** AEAT's texts are stored up to this length. */
export const MAX_TEXT = 1000;

const text = (one: SettledMember) => one.text?.slice(0, MAX_TEXT) ?? null;

/** Settles the members of a locked request, and ends it. */
export async function endRequest(
  client: PoolClient,
  requestId: number,
  settled: readonly SettledMember[],
  {
    outcome,
    code,
    message,
  }: { readonly outcome: string; readonly code: string | null; readonly message: string | null },
  now: Date,
): Promise<void> {
  await query(
    client,
    sql.settleSpfeMembers(
      requestId,
      now,
      settled.map(({ member }) => member.ordinal),
      settled.map(({ verdict }) => verdict),
      settled.map((one) => one.code),
      settled.map(text),
      settled.map(({ localizador }) => localizador),
    ),
  );
  const deliveries = settled.filter(({ member }) => member.messageId === null);
  if (deliveries.length > 0)
    await query(
      client,
      sql.settleSpfeDeliveries(
        now,
        deliveries.map(({ member }) => member.invoiceId),
        deliveries.map(({ state }) => state),
        deliveries.map(({ csv }) => csv),
        deliveries.map(({ localizador }) => localizador),
        deliveries.map((one) => one.code),
        deliveries.map(text),
        deliveries.map(({ isFault }) => Number(isFault)),
        deliveries.map(({ notBefore }) => notBefore),
      ),
    );
  const messages = settled.filter(({ member }) => member.messageId !== null);
  if (messages.length > 0)
    await query(
      client,
      sql.settleSpfeMessages(
        now,
        messages.map(({ member }) => member.messageId!),
        messages.map(({ state }) => (state === 'admitted' ? 'accepted' : state)),
        messages.map(({ csv }) => csv),
        messages.map((one) => one.code),
        messages.map(text),
        messages.map(({ isFault }) => Number(isFault)),
        messages.map(({ notBefore }) => notBefore),
      ),
    );
  await query(client, sql.endSpfeRequest(requestId, now, outcome, code, message));
}
