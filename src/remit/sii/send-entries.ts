import type { Pool } from 'pg';
import type { AeatClient } from 'verifactu-protocol/client/open-aeat-client';
import { SII_READINGS } from '../../domain/sii/messages/answers.ts';
import type { Orm } from '../../platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../../platform/postgres/lineage/primary-tracker.ts';
import { recordDatabase } from '../../platform/process/record-database.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { Mutex } from '../mutex.ts';
import { type AeatSettings, openIssuerClient } from '../open-issuer-client.ts';
import type { RemissionMetrics } from '../remission-metrics.ts';
import { claimMessage, type SiiClaim, type SiiLimits } from './claim-message.ts';
import { judgeMessage, type SettledLine, type SiiOutcome } from './judge-message.ts';
import { lookUpCollections } from './look-up-collections.ts';
import { lookUpDuplicates } from './look-up-duplicates.ts';
import { findSiiAddress } from './service-address.ts';
import { MOST_OF_ISSUER, MOST_OF_ORGANIZATION } from './sii-jobs.ts';
import { endMessage, storeAnswer } from './settle-message.ts';

export type SendContext = {
  readonly pool: Pool;
  readonly orm: Orm;
  readonly logger: Logger;
  readonly metrics: RemissionMetrics;
  readonly now: () => Date;
  /** Random number from 0 to 1, for the backoff. */
  readonly random: () => number;
  readonly aeat: AeatSettings;
  /** The most entries of a message. */
  readonly mostEntries: number;
  /** Messages of a process are built one at a time, because each takes much memory. */
  readonly claimMutex: Mutex;
  readonly tracker: PrimaryTracker;
};

export type SendResult =
  /** There is nothing to send, an operator must resume the issuer, or enough messages are at AEAT. */
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  | { readonly kind: 'wait'; readonly next: Date }
  | {
      readonly kind: 'sent';
      /** How many entries AEAT answered. */
      readonly answered: number;
      readonly haltedReason: string | null;
      readonly next: Date;
    };

/** Added to the time limit of a message for the work before and after it. */
const LEASE_MARGIN_MS = 15_000;
/** No query about duplicates begins after this time; the next attempt continues. */
const LOOK_UP_MS = 20_000;
const LEFT_MEANWHILE = 'another database became active while the message was being built';
const LOOKED_UP = 'the message may have arrived, so that the book of AEAT is asked about it';
const NOT_SENT = { kind: 'unknown', sent: false, status: null, serverDate: null, raw: null } as const;

/**
 * Sends the next message of an issuer to SII, if it may be sent now, and stores AEAT's answer entry
 * by entry. Concurrent calls, even in two workers, never send the same entry at the same time.
 * States of a call: claim → send → store the answer → ask the book about duplicates → end.
 * @throws when the database is unavailable. Every failure of AEAT or the network is a result.
 */
export async function sendEntries(
  context: SendContext,
  issuer: { readonly organizationId: number; readonly issuerNif: string },
): Promise<SendResult> {
  const { pool, aeat, now, tracker, mostEntries } = context;
  const activeLineage = await tracker.recall();
  const limits: SiiLimits = {
    entries: mostEntries,
    ofIssuer: MOST_OF_ISSUER,
    ofOrganization: MOST_OF_ORGANIZATION,
    leaseMs: aeat.timeoutMs + LEASE_MARGIN_MS,
  };
  const { startedAt, claimed } = await context.claimMutex(async () => {
    const begunAt = now();
    return { startedAt: begunAt, claimed: await claimMessage(pool, issuer, begunAt, limits, activeLineage) };
  });
  if (claimed.kind === 'suspended') {
    const { whySuperseded } = await tracker.look(pool);
    if (whySuperseded === null) await recordDatabase(context, startedAt);
    return { kind: 'wait', next: startedAt };
  }
  if (claimed.kind === 'wait') return { kind: 'wait', next: claimed.until };
  if (claimed.kind !== 'claimed') return { kind: claimed.kind };
  const { claim } = claimed;
  const { inUse } = await tracker.look(pool);
  if (activeLineage !== null && inUse !== null && inUse !== activeLineage)
    return settle(
      context,
      claim,
      startedAt,
      { ...NOT_SENT, reason: 'another_database', detail: LEFT_MEANWHILE },
      null,
    );
  const { url, sealUrl = url } = aeat;
  const addresses = {
    ...aeat,
    url: findSiiAddress(url, claim.kind),
    sealUrl: findSiiAddress(sealUrl, claim.kind),
  };
  const client = await openIssuerClient(
    context.orm,
    addresses,
    claim.organizationId,
    claim.issuer.nif,
    now(),
  );
  if (typeof client === 'string')
    return settle(context, claim, startedAt, { ...NOT_SENT, reason: 'certificate', detail: client }, null);
  await using open = client;
  const leaseLeftMs = () => startedAt.getTime() + limits.leaseMs - now().getTime();
  // AEAT adds collections to those that it has, so a message that may have arrived is not sent again.
  const outcome: SiiOutcome =
    claim.kind === 'cobros' && claim.attempt > 1
      ? { ...NOT_SENT, reason: 'look_up', detail: LOOKED_UP }
      : await open.send(claim.request, SII_READINGS[claim.kind], leaseLeftMs);
  // This must await, because `settle` still needs the client for AEAT's book.
  return await settle(context, claim, startedAt, outcome, open);
}

async function settle(
  context: SendContext,
  claim: SiiClaim,
  startedAt: Date,
  outcome: SiiOutcome,
  client: AeatClient | null,
): Promise<SendResult> {
  const { pool, aeat, now, random } = context;
  const endedAt = now();
  const { lines, duplicates, haltedReason, strangeLines } = judgeMessage(claim, outcome);
  const sendingUntil = new Date(endedAt.getTime() + 2 * aeat.timeoutMs + LEASE_MARGIN_MS);
  await storeAnswer(pool, claim, { outcome, startedAt, endedAt, lines, sendingUntil });
  const lookUpUntil = performance.now() + LOOK_UP_MS;
  const asked = outcome.kind === 'unknown' && outcome.reason === 'look_up' ? claim.entries : duplicates;
  const mayGoOn = () => performance.now() < lookUpUntil;
  const { issuer, messageId } = claim;
  const lookUp = async (open: AeatClient) =>
    claim.kind === 'cobros'
      ? lookUpCollections({ pool, client: open, issuer, messageId }, asked, mayGoOn)
      : lookUpDuplicates(open, issuer, asked, mayGoOn);
  const found = client === null || asked.length === 0 ? [] : await lookUp(client);
  const all = [...lines, ...found];
  const answered = all.filter(({ state }) => state !== 'unsettled').length;
  const ending = { lines: found, now: now(), random: random(), haltedReason };
  // To know that collections did not arrive is progress, too.
  const hasProgress = answered > 0 || haltedReason !== null || (claim.kind === 'cobros' && found.length > 0);
  const { next, failures } = await endMessage(pool, claim, ending, hasProgress);
  report(context, claim, { outcome, lines: all, haltedReason, strangeLines, failures, next });
  return { kind: 'sent', answered, haltedReason, next };
}

type Report = {
  readonly outcome: SiiOutcome;
  readonly lines: readonly SettledLine[];
  readonly haltedReason: string | null;
  readonly strangeLines: number;
  readonly failures: number;
  readonly next: Date;
};

/** Updates the metrics and writes the log. AEAT's texts contain names, so the log has only codes. */
function report(
  { logger, metrics }: SendContext,
  { organizationId, messageId, attempt, kind, entries }: SiiClaim,
  { outcome, lines, haltedReason, strangeLines, failures, next }: Report,
): void {
  const about = { organizationId, messageId, attempt, kind, entries: entries.length };
  metrics.siiMessages.inc({ outcome: haltedReason === null ? nameOutcome(outcome) : 'halted' });
  for (const [state, some] of Map.groupBy(lines, (line) => line.state))
    metrics.siiEntries.inc({ state }, some.length);
  if (strangeLines > 0)
    logger.warn(
      { ...about, strangeLines },
      'The answer of SII contains lines that match no entry of the message',
    );
  const codes = [...Map.groupBy(lines, ({ code }) => code)].flatMap(([code, some]) =>
    code === null ? [] : [`${code} × ${some.length}`],
  );
  if (codes.length > 0) logger.warn({ ...about, codes }, 'SII refused entries or accepted them with errors');
  const why =
    outcome.kind === 'unknown'
      ? { reason: outcome.reason, detail: outcome.detail }
      : { reason: outcome.kind };
  if (haltedReason !== null)
    logger.error({ ...about, ...why }, 'Nothing of the issuer is sent to SII until an operator resumes it');
  else if (failures > 0)
    logger.warn({ ...about, ...why, failures, next }, 'SII gave no usable answer; the message is sent again');
  else logger.info({ ...about, answers: lines.length }, 'Entries sent to SII');
}

const nameOutcome = (outcome: SiiOutcome): string =>
  outcome.kind === 'unknown' ? outcome.reason : outcome.kind;
