import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Pool } from 'pg';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { listRefusedNifs } from '../../domain/census/refused-nifs.ts';
import { computeBackoff } from '../attempt/backoff.ts';
import { persistently } from '../persistently.ts';
import { ageAnswers } from '../statements/census.ts';
import * as sql from '../statements/sii.sql.ts';
import type { SiiClaim } from './claim-message.ts';
import type { SettledLine, SiiOutcome } from './judge-message.ts';

const compress = promisify(zstdCompress);
/** Maximum number of stored characters of an answer, which for 10,000 entries has about ten million. */
const MAX_KEPT = 20_000_000;
const MAX_TEXT = 1000;
/** The time after which AEAT's book is asked about collections whose outcome is unknown, in ms. */
const LOOK_UP_AFTER_MS = 60_000;

/** How an attempt ends. */
export type SiiEnding = {
  readonly outcome: SiiOutcome;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly lines: readonly SettledLine[];
  /** How long the message may still be worked on; null when the attempt ends with this. */
  readonly sendingUntil: Date | null;
};

/**
 * Stores an attempt with AEAT's answer, before anything else is asked, because a line that AEAT
 * registers now is a duplicate the next time.
 */
export async function storeAnswer(pool: Pool, claim: SiiClaim, ending: SiiEnding): Promise<void> {
  const { outcome, startedAt, endedAt } = ending;
  const { raw } = outcome;
  const answer = raw === null ? null : await compress(Buffer.from(raw.slice(0, MAX_KEPT), 'utf8'));
  const { reason, code, message } = describeOutcome(outcome);
  const csv = outcome.kind === 'answered' ? outcome.answer.csv : null;
  const { messageId, attempt, organizationId } = claim;
  await persistently(() =>
    withTransaction(pool, async (client) => {
      await query(
        client,
        sql.insertSiiAttempt(
          messageId,
          attempt,
          organizationId,
          startedAt,
          endedAt,
          outcome.kind,
          reason,
          code,
          message,
          outcome.status,
          csv,
          answer,
        ),
      );
      await query(client, settle(claim, ending.lines, endedAt));
      await query(client, sql.extendSiiAttempt(messageId, attempt, ending.sendingUntil));
      await ageAnswers(client, organizationId, listRefused(claim, ending), endedAt);
    }),
  );
}

/** Lists the taxpayers that AEAT refused because of its census. A fault refuses the issuer (4104). */
function listRefused({ issuer, request, entries }: SiiClaim, { outcome, lines }: SiiEnding): string[] {
  if (outcome.kind === 'fault' && outcome.fault.code === 4104) return [issuer.nif];
  const codes = new Map(lines.map(({ invoiceId, code }) => [invoiceId, code]));
  return listRefusedNifs(
    request,
    issuer.nif,
    entries.map(({ invoiceId }) => codes.get(invoiceId) ?? null),
  );
}

/** The state of an issuer after an attempt. */
export type SettledIssuer = {
  readonly failures: number;
  /** When its next message may be sent. */
  readonly next: Date;
};

/**
 * Ends an attempt: settles what AEAT's book showed, ends the message if all is answered, and delays
 * the issuer after a failure.
 * @param random from 0 to 1, for the delay.
 */
export async function endMessage(
  pool: Pool,
  claim: SiiClaim,
  {
    lines,
    now,
    random,
    haltedReason,
  }: {
    readonly lines: readonly SettledLine[];
    readonly now: Date;
    readonly random: number;
    readonly haltedReason: string | null;
  },
  hasProgress: boolean,
): Promise<SettledIssuer> {
  const { messageId, attempt, organizationId, issuer } = claim;
  return persistently(() =>
    withTransaction(pool, async (client) => {
      await query(client, sql.lockSiiIssuer(organizationId, issuer.nif, null));
      await query(client, settle(claim, lines, now));
      await query(client, sql.endSiiMessage(messageId, now));
      // AEAT may still be working on collections, which its book shows later.
      const lookUpAt = claim.kind === 'cobros' ? new Date(now.getTime() + LOOK_UP_AFTER_MS) : null;
      await query(client, sql.extendSiiAttempt(messageId, attempt, lookUpAt));
      const failures = hasProgress ? 0 : claim.failures + 1;
      const next = failures === 0 ? now : new Date(now.getTime() + computeBackoff(failures, random));
      const allowed = failures === 0 ? null : next;
      await query(
        client,
        sql.settleSiiIssuer(organizationId, issuer.nif, failures, allowed, now, haltedReason),
      );
      return { failures, next };
    }),
  );
}

function settle({ messageId, kind }: SiiClaim, lines: readonly SettledLine[], now: Date) {
  return (kind === 'cobros' ? sql.settleSiiCollections : sql.settleSiiLines)(
    messageId,
    now,
    lines.map(({ invoiceId }) => invoiceId),
    lines.map(({ state }) => state),
    lines.map(({ code }) => code),
    lines.map(({ message }) => message?.slice(0, MAX_TEXT) ?? null),
    lines.map(({ csv }) => csv),
  );
}

function describeOutcome(outcome: SiiOutcome): {
  readonly reason: string | null;
  readonly code: number | null;
  readonly message: string | null;
} {
  switch (outcome.kind) {
    case 'answered':
      return { reason: null, code: null, message: null };
    case 'fault': {
      const { code, text } = outcome.fault;
      return { reason: null, code, message: text?.slice(0, MAX_TEXT) ?? null };
    }
    case 'unknown':
      return { reason: outcome.reason, code: null, message: outcome.detail.slice(0, MAX_TEXT) };
  }
}
