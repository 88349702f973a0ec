import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import type { SiiMessageKind } from '../../contracts/registers.ts';
import { buildMessage, type Holder } from '../../domain/sii/messages/build-message.ts';
import { writeCollections } from '../../domain/sii/messages/write-collections.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import { findIssuerName } from '../find-issuers.ts';
import * as sql from '../statements/sii.sql.ts';

const compress = promisify(zstdCompress);
const decompress: (bytes: Uint8Array, options: ZstdOptions) => Promise<Buffer> = promisify(zstdDecompress);
/** Maximum size of a message in bytes: 10,000 records of several kilobytes each. */
const MOST_BYTES = 256 * 1024 * 1024;

/** An entry of a message, or an invoice with collections in it, as AEAT's answer and its book identify it. */
export type SentEntry = sql.ListSiiLinesRow;

/** A message that this worker may send once. */
export type SiiClaim = {
  readonly organizationId: number;
  readonly issuer: Holder;
  readonly messageId: number;
  readonly attempt: number;
  readonly kind: SiiMessageKind;
  readonly request: Buffer;
  readonly entries: readonly SentEntry[];
  /** Number of consecutive failures of the issuer before this attempt. */
  readonly failures: number;
};

export type SiiClaimResult =
  | { readonly kind: 'claimed'; readonly claim: SiiClaim }
  /** There is nothing to send, an operator must resume the issuer, or enough messages are at AEAT. */
  | { readonly kind: 'nothing' | 'halted' | 'busy' }
  | { readonly kind: 'wait'; readonly until: Date }
  /** The database is not the active one, or its change of identity has not been recorded yet. */
  | { readonly kind: 'suspended' };

/** How much is sent at once. */
export type SiiLimits = {
  /** The most entries of a message. */
  readonly entries: number;
  /** The most messages of an issuer, and of an organization, that are at AEAT at the same time. */
  readonly ofIssuer: number;
  readonly ofOrganization: number;
  /** The time in which no other worker sends the message, in ms. */
  readonly leaseMs: number;
};

/**
 * Claims the next message of an issuer: one without an answer, with the same bytes, otherwise a new
 * one of entries that wait. Stores the message and its lease before it is sent. Both survive a crash
 * of the worker.
 * @param activeLineage the active lineage of the database cluster; null when it is unknown.
 */
export function claimMessage(
  pool: Pool,
  { organizationId, issuerNif }: { readonly organizationId: number; readonly issuerNif: string },
  now: Date,
  limits: SiiLimits,
  activeLineage: string | null,
): Promise<SiiClaimResult> {
  return withTransaction(pool, async (client) => {
    await query(client, sql.createSiiIssuer(organizationId, issuerNif));
    const { rows } = await query(client, sql.lockSiiIssuer(organizationId, issuerNif, activeLineage));
    const { failures, nextAllowedAt, haltedReason, isKnownDatabase } = rows[0]!;
    if (!isKnownDatabase) return { kind: 'suspended' };
    if (haltedReason !== null) return { kind: 'halted' };
    if (nextAllowedAt !== null && nextAllowedAt > now.getTime())
      return { kind: 'wait', until: new Date(nextAllowedAt) };
    const sending = (await query(client, sql.countSiiSending(organizationId, issuerNif, now))).rows[0]!;
    if (sending.ofIssuer >= limits.ofIssuer || sending.ofOrganization >= limits.ofOrganization)
      return { kind: 'busy' };
    const sendingUntil = new Date(now.getTime() + limits.leaseMs);
    const open = (await query(client, sql.findOpenSiiMessage(organizationId, issuerNif, now))).rows[0];
    const freezing = { organizationId, issuerNif, now, sendingUntil, most: limits.entries };
    const message =
      open === undefined
        ? ((await freezeMessage(client, freezing)) ?? (await freezeCollections(client, freezing)))
        : {
            messageId: open.id,
            kind: open.kind,
            attempt: (await query(client, sql.beginSiiAttempt(open.id, sendingUntil))).rows[0]!.attempt,
            request: await decompress(open.request, { maxOutputLength: MOST_BYTES }),
          };
    if (message === null) return { kind: 'nothing' };
    const list = message.kind === 'cobros' ? sql.listSiiCollectionLines : sql.listSiiLines;
    const entries = (await query(client, list(message.messageId))).rows;
    const name = await findIssuerName(client, organizationId, issuerNif, entries[0]!.invoiceId);
    const issuer = { nif: issuerNif, name };
    return { kind: 'claimed', claim: { organizationId, issuer, failures, entries, ...message } };
  });
}

type Freezing = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly now: Date;
  readonly sendingUntil: Date;
  readonly most: number;
};

async function freezeMessage(
  client: PoolClient,
  { organizationId, issuerNif, now, sendingUntil, most }: Freezing,
): Promise<Pick<SiiClaim, 'messageId' | 'attempt' | 'kind' | 'request'> | null> {
  const { rows } = await query(client, sql.takeSiiEntries(organizationId, issuerNif, most));
  const [first] = rows;
  if (first === undefined) return null;
  const { kind, invoiceId } = first;
  const name = await findIssuerName(client, organizationId, issuerNif, invoiceId);
  const records = rows.map(({ record }) => record);
  const request = Buffer.from(buildMessage({ kind, issuer: { nif: issuerNif, name }, records }), 'utf8');
  const inserted = await query(
    client,
    sql.insertSiiMessage(
      organizationId,
      issuerNif,
      kind,
      await compress(request),
      now,
      sendingUntil,
      rows.map((row) => row.invoiceId),
      rows.map((row) => row.version),
    ),
  );
  return { messageId: inserted.rows[0]!.id, attempt: 1, kind, request };
}

/** Freezes a message with the collections that wait: one record for each invoice, with all of its own. */
async function freezeCollections(
  client: PoolClient,
  { organizationId, issuerNif, now, sendingUntil, most }: Freezing,
): Promise<Pick<SiiClaim, 'messageId' | 'attempt' | 'kind' | 'request'> | null> {
  const { rows } = await query(client, sql.takeSiiCollections(organizationId, issuerNif, most));
  const [first] = rows;
  if (first === undefined) return null;
  const name = await findIssuerName(client, organizationId, issuerNif, first.invoiceId);
  const records = [...Map.groupBy(rows, ({ invoiceId }) => invoiceId).values()].map((some) =>
    writeCollections(some[0]!, some),
  );
  const message = buildMessage({ kind: 'cobros', issuer: { nif: issuerNif, name }, records });
  const request = Buffer.from(message, 'utf8');
  const inserted = await query(
    client,
    sql.insertSiiCollectionsMessage(
      organizationId,
      issuerNif,
      await compress(request),
      now,
      sendingUntil,
      rows.map(({ paymentId }) => paymentId),
    ),
  );
  return { messageId: inserted.rows[0]!.id, attempt: 1, kind: 'cobros', request };
}
