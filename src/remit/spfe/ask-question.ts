import type { Pool } from 'pg';
import type { PrimaryTracker } from '../../platform/postgres/lineage/primary-tracker.ts';
import { query } from '../../platform/postgres/statement.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import * as sql from '../statements/spfe.sql.ts';
import { describeOutcome, type RequestEnding } from './end-request.ts';
import { recordOutcome } from './outages.ts';
import { openTransport, type TransportContext } from './transport/open-transport.ts';
import type { NotSentReason, SpfeOutcome, SpfeTransport } from './transport/spfe-transport.ts';

/** With what the SPFE is asked. */
export type AskContext = TransportContext & {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly tracker: PrimaryTracker;
};

/** An issuer of an organization. */
export type AskedIssuer = { readonly organizationId: number; readonly issuerNif: string };

/** An issuer by its chain, as jobs name it. */
export type AskedChain = { readonly organizationId: number; readonly chainId: number };

/** What came of a question: the answer, or why there is none and whether only a person can mend it. */
export type Asked<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly why: string; readonly needsPerson: boolean };

/** Added to the time limit of a question for storing its answer. */
export const LEASE_MARGIN_MS = 60_000;
/** A question is not repeated before this time, unless it is answered. */
export const RETRY_MS = 5 * 60_000;

/** Reasons for which a request cannot be sent until a person mends them. */
const OF_CERTIFICATE: readonly NotSentReason[] = ['certificate', 'tls'];
/** Statuses that ask for patience. */
const PATIENCE = ['HTTP 429'];

/**
 * Asks the SPFE something that changes nothing there, in a request that is stored already, stores its
 * outcome, and whether the SPFE answered (see recordOutcome).
 * @throws when the database is unavailable. Every failure of the SPFE or the network is a result.
 */
export async function askQuestion<Answer>(
  context: AskContext,
  { organizationId, issuerNif }: AskedIssuer,
  requestId: number,
  ask: (transport: SpfeTransport) => Promise<SpfeOutcome<Answer>>,
): Promise<Asked<Answer>> {
  const { pool, now } = context;
  const opened = await openTransport(context, organizationId, issuerNif);
  if (typeof opened === 'string') {
    const ending = describeOutcome({ kind: 'not_sent', reason: 'certificate', detail: opened });
    await end(pool, now(), requestId, ending);
    return { kind: 'failed', why: opened, needsPerson: true };
  }
  await using transport = opened;
  const outcome = await ask(transport);
  const ending = describeOutcome(outcome);
  await end(pool, now(), requestId, ending);
  await recordOutcome(pool, outcome, now());
  if (outcome.kind === 'answered') return { kind: 'answered', answer: outcome.answer };
  const why = [ending.code, ending.message].filter((part) => part !== null).join(': ') || 'no reason';
  const needsPerson =
    outcome.kind === 'fault'
      ? !PATIENCE.includes(outcome.code ?? '')
      : outcome.kind === 'not_sent' && OF_CERTIFICATE.includes(outcome.reason);
  return { kind: 'failed', why, needsPerson };
}

async function end(pool: Pool, now: Date, requestId: number, { outcome, code, message }: RequestEnding) {
  await query(pool, sql.endSpfeRequest(requestId, now, outcome, code, message));
}
