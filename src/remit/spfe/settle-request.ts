import type { Pool } from 'pg';
import { limitText } from 'verifactu-protocol/remission/read-fields';
import { storeFile } from '../../platform/literals/stored-file.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { computeBackoff } from '../attempt/backoff.ts';
import { persistently } from '../persistently.ts';
import * as sql from '../statements/spfe.sql.ts';
import type { SpfeClaim } from './claim-request.ts';
import { describeOutcome, endRequest, type RequestEnding } from './end-request.ts';
import type { RequestJudgement } from './judge-request.ts';
import type { SpfeOutcome } from './transport/spfe-transport.ts';

const MAX_NUMBER = 100;

/** What an answer says of the whole request: its acknowledgement, and its code if it has one. */
export type Acknowledged = { readonly csv?: string | null; readonly code?: number };

/**
 * Stores what AEAT answered to a request, before anything follows from it.
 * @throws when the database is unavailable for long.
 */
export async function storeAnswer(
  pool: Pool,
  { requestId }: Pick<SpfeClaim, 'requestId'>,
  outcome: SpfeOutcome<Acknowledged>,
): Promise<void> {
  if (outcome.kind === 'not_sent' || outcome.raw === null) return;
  const { code, message } = describe(outcome);
  const csv = outcome.kind === 'answered' ? (outcome.answer.csv ?? null) : null;
  const { content, sha256 } = await storeFile(outcome.raw);
  await persistently(() => query(pool, sql.keepSpfeAnswer(requestId, code, message, csv, content, sha256)));
}

/** When the next request of an issuer may be sent, and how many failed in a row. */
export type SettledRequest =
  | { readonly kind: 'settled'; readonly failures: number; readonly next: Date }
  /** Its lease ended before, and another worker decided that its outcome is unknown. */
  | { readonly kind: 'late' };

/**
 * Settles a request with its members and ends it, once: if another worker ended it meanwhile, nothing
 * is changed. Delays the issuer after a failure, or halts it.
 * @param random from 0 to 1, for the delay.
 */
export function settleRequest(
  pool: Pool,
  claim: Pick<SpfeClaim, 'requestId' | 'organizationId' | 'issuer' | 'failures'>,
  outcome: SpfeOutcome<Acknowledged>,
  judgement: RequestJudgement,
  { now, random }: { readonly now: Date; readonly random: number },
): Promise<SettledRequest> {
  const { requestId, organizationId, issuer, failures: before } = claim;
  const { haltedReason, hasProgress, strange } = judgement;
  return persistently(() =>
    withTransaction(pool, async (client) => {
      await query(client, sql.lockSpfeIssuer(organizationId, issuer.nif, null));
      if ((await query(client, sql.lockSpfeRequest(requestId))).rows.length === 0) return { kind: 'late' };
      await endRequest(client, requestId, judgement.settled, describe(outcome), now);
      if (strange.length > 0)
        await query(
          client,
          sql.noteUnaskedSpfe(
            organizationId,
            issuer.nif,
            now,
            strange.map(({ issueDate }) => issueDate),
            strange.map(({ number }) => number.slice(0, MAX_NUMBER)),
            strange.map(({ issuerNif, status }) => `${issuerNif.slice(0, MAX_NUMBER)}: ${status}`),
          ),
        );
      const failures = hasProgress ? 0 : before + 1;
      const next = failures === 0 ? now : new Date(now.getTime() + computeBackoff(failures, random));
      const allowed = failures === 0 ? null : next;
      const reason = limitText(haltedReason);
      await query(client, sql.settleSpfeIssuer(organizationId, issuer.nif, failures, allowed, now, reason));
      return { kind: 'settled', failures, next };
    }),
  );
}

/** Describes how a request ended, also with the code of an answer to documents or a message. */
function describe(outcome: SpfeOutcome<Acknowledged>): RequestEnding {
  const ending = describeOutcome(outcome);
  if (outcome.kind !== 'answered' || outcome.answer.code === undefined) return ending;
  return { ...ending, code: String(outcome.answer.code) };
}
