import type { PoolClient } from 'pg';
import { limitText } from 'verifactu-protocol/remission/read-fields';
import type { SpfeOutcomeKind } from '../../contracts/spfe.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from '../statements/spfe.sql.ts';
import type { SettledMember } from './judge-request.ts';
import type { SpfeOutcome } from './transport/spfe-transport.ts';

const textOf = (one: SettledMember) => limitText(one.text);

/** How a request ended, with the code and the text of AEAT or of the failure, as they are stored. */
export type RequestEnding = {
  readonly outcome: SpfeOutcomeKind;
  readonly code: string | null;
  readonly message: string | null;
};

/** Describes how a request ended. An answer has no code and no text of the whole. */
export function describeOutcome(outcome: SpfeOutcome<unknown>): RequestEnding {
  switch (outcome.kind) {
    case 'answered':
      return { outcome: outcome.kind, code: null, message: null };
    case 'fault':
      return { outcome: outcome.kind, code: outcome.code, message: limitText(outcome.text) };
    case 'not_sent':
    case 'unknown':
      return { outcome: outcome.kind, code: outcome.reason, message: limitText(outcome.detail) };
  }
}

/** Settles the members of a locked request, and ends it. */
export async function endRequest(
  client: PoolClient,
  requestId: number,
  settled: readonly SettledMember[],
  { outcome, code, message }: RequestEnding,
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
      settled.map(textOf),
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
        deliveries.map(textOf),
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
        messages.map(textOf),
        messages.map(({ isFault }) => Number(isFault)),
        messages.map(({ notBefore }) => notBefore),
      ),
    );
  await query(client, sql.endSpfeRequest(requestId, now, outcome, code, message));
}
