import { hash, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { SPFE_MESSAGE_KINDS, type SpfeMessageKind, type SpfeService } from '../../contracts/spfe.ts';
import { buildEvents, type Named } from '../../domain/spfe/messages/build-message.ts';
import { storeFile } from '../../platform/literals/stored-file.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { findIssuerName } from '../find-issuers.ts';
import * as sql from '../statements/spfe.sql.ts';
import { judgeLapsed, LAPSED, type SpfeMember } from './judge-request.ts';
import { endRequest } from './end-request.ts';
import { readContents } from './read-contents.ts';
import {
  MOST_MEMBERS,
  MOST_OF_ISSUER,
  MOST_OF_ORGANIZATION,
  MOST_REQUEST_BYTES,
  type SpfeTiming,
} from './timing.ts';

/** A request that this worker may send once, before its lease ends. */
export type SpfeClaim = {
  readonly organizationId: number;
  readonly issuer: Named;
  readonly requestId: number;
  readonly service: Exclude<SpfeService, 'list'>;
  readonly members: readonly SpfeMember[];
  /** What is sent: the documents of deliveries, one message, or nothing for a query. */
  readonly contents: readonly Buffer[];
  readonly sendingUntil: Date;
  /** Number of consecutive failures of the issuer before this request. */
  readonly failures: number;
};

export type SpfeClaimResult =
  | { readonly kind: 'claimed'; readonly claim: SpfeClaim }
  /**
   * There is nothing to send, an operator must resume the issuer, its deliveries must be compared with
   * the SPFE, or enough requests are at AEAT.
   */
  | { readonly kind: 'nothing' | 'halted' | 'comparing' | 'busy' }
  | { readonly kind: 'wait'; readonly until: Date }
  /** The database is not the active one, or its change of identity has not been recorded yet. */
  | { readonly kind: 'suspended' };

export type SpfeLimits = {
  /** Time limit of one HTTP request, in ms. */
  readonly timeoutMs: number;
  readonly timing: SpfeTiming;
};

type Issuer = { readonly organizationId: number; readonly issuerNif: string };
type Taken = {
  readonly invoiceId: number;
  readonly version: number | null;
  readonly messageId: number | null;
};

const WITHDRAWALS: readonly SpfeMessageKind[] = ['CANCELINVOICE'];
const EVENTS = SPFE_MESSAGE_KINDS.filter((kind) => !WITHDRAWALS.includes(kind));

/**
 * Claims the next request of an issuer: a query about what may have arrived first, then withdrawals,
 * events and documents. It stores the request with its members and its lease before it is sent; both
 * survive a crash of the worker. Requests whose lease has ended have an unknown outcome from then on.
 * @param activeLineage the active lineage of the database cluster; null when it is unknown.
 */
export function claimRequest(
  pool: Pool,
  issuer: Issuer,
  now: Date,
  limits: SpfeLimits,
  activeLineage: string | null,
): Promise<SpfeClaimResult> {
  const { organizationId, issuerNif } = issuer;
  return withTransaction(pool, async (client) => {
    await query(client, sql.createSpfeIssuer(organizationId, issuerNif));
    const { rows } = await query(client, sql.lockSpfeIssuer(organizationId, issuerNif, activeLineage));
    const { failures, nextAllowedAt, haltedReason, mustCompare, isKnownDatabase } = rows[0]!;
    if (!isKnownDatabase) return { kind: 'suspended' };
    await endLapsed(client, issuer, now, limits.timing);
    if (haltedReason !== null) return { kind: 'halted' };
    if (mustCompare) return { kind: 'comparing' };
    if (nextAllowedAt !== null && nextAllowedAt > now.getTime())
      return { kind: 'wait', until: new Date(nextAllowedAt) };
    const sending = (await query(client, sql.countSpfeSending(organizationId, issuerNif, now))).rows[0]!;
    if (sending.ofIssuer >= MOST_OF_ISSUER || sending.ofOrganization >= MOST_OF_ORGANIZATION)
      return { kind: 'busy' };
    const next = await takeNext(client, issuer, now);
    if (next === null) return { kind: 'nothing' };
    const { service, taken } = next;
    // A query may be followed by the download of what it found.
    const leaseMs = limits.timeoutMs * (service === 'find' ? 2 : 1) + limits.timing.leaseMarginMs;
    const sendingUntil = new Date(now.getTime() + leaseMs);
    const inserted = await query(
      client,
      sql.insertSpfeRequest(
        organizationId,
        issuerNif,
        service,
        now,
        sendingUntil,
        taken.map(({ invoiceId }) => invoiceId),
        taken.map(({ version }) => version),
        taken.map(({ messageId }) => messageId),
      ),
    );
    const requestId = inserted.rows[0]!.id;
    const members = (await query(client, sql.listSpfeMembers(requestId))).rows;
    const name = await findIssuerName(client, organizationId, issuerNif, members[0]!.invoiceId);
    const claim = {
      organizationId,
      issuer: { nif: issuerNif, name },
      requestId,
      service,
      members,
      sendingUntil,
      failures,
    };
    return { kind: 'claimed', claim: { ...claim, contents: await freeze(client, claim, now) } };
  });
}

/** Takes what is sent next. What an annulled invoice leaves to be held makes no request. */
async function takeNext(
  client: PoolClient,
  { organizationId, issuerNif }: Issuer,
  now: Date,
): Promise<{ readonly service: SpfeClaim['service']; readonly taken: readonly Taken[] } | null> {
  const uncertain = await query(
    client,
    sql.takeUncertainSpfe(organizationId, issuerNif, now, MOST_MEMBERS, MOST_REQUEST_BYTES),
  );
  if (uncertain.rows.length > 0) return { service: 'find', taken: uncertain.rows };
  for (const [service, kinds] of [
    ['cancel', WITHDRAWALS],
    ['report', EVENTS],
  ] as const) {
    const { rows } = await query(
      client,
      sql.takeSpfeMessages(organizationId, issuerNif, now, MOST_MEMBERS, kinds),
    );
    if (rows.length > 0) return { service, taken: rows.map((row) => ({ ...row, version: null })) };
  }
  for (;;) {
    const { rows } = await query(
      client,
      sql.takeSpfeDeliveries(organizationId, issuerNif, now, MOST_MEMBERS, MOST_REQUEST_BYTES),
    );
    if (rows.length === 0) return null;
    const taken = rows.filter(({ state }) => state === 'sending').map((row) => ({ ...row, messageId: null }));
    if (taken.length > 0) return { service: 'send', taken };
  }
}

/** Builds and stores what a request sends. */
async function freeze(
  client: PoolClient,
  { requestId, service, members, issuer }: Omit<SpfeClaim, 'contents'>,
  now: Date,
): Promise<Buffer[]> {
  if (service === 'find') return [];
  if (service === 'send') {
    const contents = await readContents(client, requestId);
    await query(client, sql.keepSpfeBody(requestId, null, hash('sha256', Buffer.concat(contents), 'buffer')));
    return contents;
  }
  const events = members.map(({ kind, issuerNif, issuerName, number, issueDate, ...event }) => ({
    code: kind!,
    invoice: { issuerNif, issuerName, number, issueDate },
    effectiveOn: event.effectiveOn,
    dueOn: event.dueOn,
    isFinanced: event.isFinanced!,
    goodsReceivedOn: event.goodsReceivedOn,
    invoiceReceivedOn: event.invoiceReceivedOn,
  }));
  const message = Buffer.from(buildEvents({ id: randomUUID(), sentAt: now, sender: issuer }, events));
  const { content, sha256 } = await storeFile(message);
  await query(client, sql.keepSpfeBody(requestId, content, sha256));
  return [message];
}

/** Decides that the outcome of requests is unknown whose worker stored no answer within its lease. */
async function endLapsed(
  client: PoolClient,
  { organizationId, issuerNif }: Issuer,
  now: Date,
  timing: SpfeTiming,
): Promise<void> {
  const lapsed = await query(client, sql.listLapsedSpfeRequests(organizationId, issuerNif, now));
  for (const { id, service, sendingUntil } of lapsed.rows) {
    const members = (await query(client, sql.listSpfeMembers(id))).rows;
    const { settled } = judgeLapsed(service, members, new Date(sendingUntil), timing);
    await endRequest(client, id, settled, { outcome: 'unknown', code: 'lapsed', message: LAPSED }, now);
  }
}
