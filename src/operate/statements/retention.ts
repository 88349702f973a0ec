import { hash } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Order } from '../../contracts/acts.ts';
import { recordAct } from '../../platform/audit/operator-acts.ts';
import { withTransaction } from '../../platform/postgres/database.ts';
import { type EntityManager, type Orm, withStatements } from '../../platform/postgres/open-database.ts';
import { decompressBody } from '../../platform/literals/stored-body.ts';
import { SessionRow } from '../../platform/postgres/rows/organization-rows.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

/*
 * Erases content whose retention period is over. Guards in the database
 * (migrations/0002-organizations.sql, 0003-batches.sql, 0005-remission.sql, 0044-sii-messages.sql and
 * 0057-spfe-deliveries.sql)
 * check each row again: they keep a row whose period is not over or that is not subject to erasure, whatever is
 * requested here.
 */

/** Retention period of each kind of content. */
export type RetentionPeriods = {
  readonly bodyMonths: number;
  readonly failureMonths: number;
  readonly certificateMonths: number;
  readonly envelopeYears: number;
};

type Kind = {
  readonly name: string;
  readonly says: string;
  /** SQL of the time before which the content must have ended; $1 is the period. */
  readonly cutoff: string;
  readonly period: (periods: RetentionPeriods) => number;
  /**
   * SQL of the due rows `t`: `key` (two numbers, ascending), `bytes`, and `at`, when they ended. $2
   * is the key after which to continue.
   */
  readonly due: string;
  readonly order: string;
  /**
   * SQL that erases the locked rows. $1 and $2 are the numbers of the keys; $3 contains the hashes
   * if they are computed here.
   */
  readonly erase: string;
  readonly hashes?: (client: PoolClient, keys: readonly Key[]) => Promise<Buffer[]>;
};
type Key = readonly [number, number];

const MONTHS = 'now() - make_interval(months => $1::int)';
/** The current year plus this many whole years, as the law counts (docs/scale.md). */
const YEARS = `(date_trunc('year', now() at time zone 'Europe/Madrid') - make_interval(years => $1::int)) at time zone 'Europe/Madrid'`;
const OF_BATCHES = 'b.processed_at is not null and greatest(b.received_at, b.processed_at) < $CUTOFF';
const inMs = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;
const KEYS = 'unnest($1::bigint[], $2::bigint[]) as k (a, b)';

const KINDS: readonly Kind[] = [
  {
    name: 'bodies',
    says: 'raw bodies of ended batches',
    cutoff: MONTHS,
    period: ({ bodyMonths }) => bodyMonths,
    due: `select array[t.batch_id, 0]::float8[] as key, length(t.body) as bytes, greatest(b.received_at, b.processed_at) as at
          from batch_bodies t join batches b on b.id = t.batch_id
          where t.erased_at is null and ${OF_BATCHES} and t.batch_id > ($2::bigint[])[1]`,
    order: 't.batch_id',
    erase: `update batch_bodies t set body = '', sha256 = k.sha256, erased_at = now()
            from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as k (a, b, sha256) where t.batch_id = k.a`,
    hashes: hashBodies,
  },
  {
    name: 'failures',
    says: 'texts of failed invoices',
    cutoff: MONTHS,
    period: ({ failureMonths }) => failureMonths,
    due: `select array[t.id, 0]::float8[] as key,
                 octet_length(t.processing_error) + coalesce(octet_length(t.processing_error_es), 0)
                   + coalesce(octet_length(t.external_invoice_id), 0)
                   + coalesce(octet_length(t.invoice_number), 0)
                   + coalesce(octet_length(t.metadata::text), 0) + coalesce(octet_length(t.warnings::text), 0) as bytes,
                 greatest(b.received_at, b.processed_at) as at
          from batch_invoices t join batches b on b.id = t.batch_id
          where t.processing_error is not null and t.erased_at is null and ${OF_BATCHES} and t.id > ($2::bigint[])[1]`,
    order: 't.id',
    erase: `update batch_invoices t
            set external_invoice_id = null, invoice_number = null, metadata = null, warnings = null, processing_error = '${formatMessage('erased').en}', processing_error_es = '${formatMessage('erased').es}', erased_at = now(),
                sha256 = sha256(convert_to(jsonb_build_array(t.external_invoice_id, t.invoice_number, t.processing_error)::text, 'UTF8'))
            from ${KEYS} where t.id = k.a`,
  },
  {
    name: 'certificates',
    says: 'sealed bytes of removed certificates',
    cutoff: MONTHS,
    period: ({ certificateMonths }) => certificateMonths,
    due: `select array[t.id, 0]::float8[] as key, length(t.sealed_pkcs12) + length(t.sealed_passphrase) as bytes, t.removed_at as at
          from certificates t where t.erased_at is null and t.removed_at < $CUTOFF and t.id > ($2::bigint[])[1]`,
    order: 't.id',
    erase: `update certificates t
            set sealed_pkcs12 = '', sealed_passphrase = '', subject = '', signing = null, sha256 = sha256(t.sealed_pkcs12), erased_at = now()
            from ${KEYS} where t.id = k.a`,
  },
  {
    name: 'envelopes',
    says: 'envelopes to AEAT that are closed',
    cutoff: YEARS,
    period: ({ envelopeYears }) => envelopeYears,
    due: `select array[t.id, 0]::float8[] as key, length(t.request) as bytes, coalesce(t.answered_at, t.superseded_at) as at
          from submissions t
          where t.erased_at is null and coalesce(t.answered_at, t.superseded_at) < $CUTOFF and t.id > ($2::bigint[])[1]`,
    order: 't.id',
    erase: `update submissions t set request = '', sha256 = sha256(t.request), erased_at = now() from ${KEYS} where t.id = k.a`,
  },
  {
    name: 'answers',
    says: "AEAT's answers to them, as received",
    cutoff: YEARS,
    period: ({ envelopeYears }) => envelopeYears,
    due: `select array[t.chain_id, t.attempt]::float8[] as key, length(t.answer) as bytes, t.ended_at as at
          from submission_attempts t join submissions s on s.id = t.submission_id
          where t.answer is not null and t.erased_at is null and t.ended_at < $CUTOFF
            and (s.answered_at is not null or s.superseded_at is not null)
            and (t.chain_id, t.attempt) > (($2::bigint[])[1], ($2::bigint[])[2])`,
    order: 't.chain_id, t.attempt',
    erase: `update submission_attempts t set answer = null, sha256 = sha256(t.answer), erased_at = now()
            from ${KEYS} where t.chain_id = k.a and t.attempt = k.b`,
  },
  {
    name: 'sii_messages',
    says: 'messages to SII that have ended',
    cutoff: YEARS,
    period: ({ envelopeYears }) => envelopeYears,
    due: `select array[t.id, 0]::float8[] as key, length(t.request) as bytes, t.ended_at as at
          from sii_messages t where t.erased_at is null and t.ended_at < $CUTOFF and t.id > ($2::bigint[])[1]`,
    order: 't.id',
    erase: `update sii_messages t set request = '', sha256 = sha256(t.request), erased_at = now() from ${KEYS} where t.id = k.a`,
  },
  {
    name: 'sii_answers',
    says: "AEAT's answers to them, as received",
    cutoff: YEARS,
    period: ({ envelopeYears }) => envelopeYears,
    due: `select array[t.message_id, t.attempt]::float8[] as key, length(t.answer) as bytes, t.ended_at as at
          from sii_attempts t join sii_messages m on m.id = t.message_id
          where t.answer is not null and t.erased_at is null and t.ended_at < $CUTOFF and m.ended_at is not null
            and (t.message_id, t.attempt) > (($2::bigint[])[1], ($2::bigint[])[2])`,
    order: 't.message_id, t.attempt',
    erase: `update sii_attempts t set answer = null, sha256 = sha256(t.answer), erased_at = now()
            from ${KEYS} where t.message_id = k.a and t.attempt = k.b`,
  },
  {
    name: 'spfe_requests',
    says: "requests to the SPFE with AEAT's answers, without the invoices in them",
    cutoff: YEARS,
    period: ({ envelopeYears }) => envelopeYears,
    due: `select array[t.id, 0]::float8[] as key, coalesce(length(t.body), 0) + coalesce(length(t.answer), 0) as bytes, t.ended_at as at
          from spfe_requests t where t.erased_at is null and t.ended_at < $CUTOFF and t.id > ($2::bigint[])[1]`,
    order: 't.id',
    erase: `update spfe_requests t set body = null, answer = null, erased_at = now() from ${KEYS} where t.id = k.a`,
  },
];

/** Due content of one kind. */
export type DueContents = {
  readonly kind: string;
  readonly says: string;
  readonly rows: number;
  readonly bytes: number;
  /**
   * When the first and the last of them ended, in milliseconds since 1970; null if there are none.
   */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Content that ended before this time is due, in milliseconds since 1970. */
  readonly cutoff: number;
};

/**
 * Measures the due content without changing anything. It reads whole tables, which may take minutes
 * if they are large.
 */
export function measureDue(pool: Pool, periods: RetentionPeriods): Promise<DueContents[]> {
  return withTransaction(pool, async (client) => {
    await client.query('set transaction read only');
    await client.query('set local statement_timeout = 0');
    const measured: DueContents[] = [];
    for (const { name, says, cutoff, period, due } of KINDS) {
      const { rows } = await client.query<Omit<DueContents, 'kind' | 'says'>>(
        `select count(*)::float8 as rows, coalesce(sum(bytes), 0)::float8 as bytes, ${inMs('min(at)')} as oldest, ${inMs('max(at)')} as newest, ${inMs(cutoff)} as cutoff
         from (${due.replaceAll('$CUTOFF', cutoff)}) d`,
        [period(periods), [0, 0]],
      );
      measured.push({ kind: name, says, ...rows[0]! });
    }
    return measured;
  });
}

/**
 * Counts expired sessions. Running workers delete them too; after a long stop of the workers there
 * may be many.
 */
export async function countOldSessions(em: EntityManager): Promise<number> {
  const { count } = await em
    .getKysely()
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Erased content of one kind. */
export type Erased = { readonly kind: string; readonly rows: number; readonly bytes: number };

/** Number of rows per transaction, small enough not to delay others. */
const PIECE = 500;

/**
 * Erases the due content in pieces, each in one transaction with its act. It can be stopped at any
 * time and run again, while the product keeps running. The piece in progress is then rolled back;
 * finished pieces stay erased.
 * @param pieceRows maximum number of rows per transaction.
 */
export async function eraseDue(
  orm: Orm,
  periods: RetentionPeriods,
  order: Order,
  pieceRows = PIECE,
): Promise<Erased[]> {
  const all: Erased[] = [];
  for (const kind of KINDS) {
    const sum = { kind: kind.name, rows: 0, bytes: 0 };
    let after: Key | null = [0, 0];
    while (after !== null) {
      const piece: Piece = await erasePiece(orm, kind, kind.period(periods), after, order, pieceRows);
      sum.rows += piece.rows;
      sum.bytes += piece.bytes;
      after = piece.next;
    }
    all.push(sum);
  }
  const sessions = await orm.em.fork().transactional((em) => deleteOldSessions(em, order));
  return [...all, { kind: 'sessions', rows: sessions, bytes: 0 }];
}

type Piece = { readonly rows: number; readonly bytes: number; readonly next: Key | null };
type DueRow = { readonly key: Key; readonly bytes: number; readonly at: number };

function erasePiece(
  orm: Orm,
  { name, cutoff, due, order: by, erase, hashes }: Kind,
  period: number,
  after: Key,
  order: Order,
  most: number,
): Promise<Piece> {
  return withStatements(orm, async (em, client) => {
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // Locked rows are in use; the next run finds them.
    const { rows } = await client.query<DueRow>(
      `select key, bytes, ${inMs('at')} as at
       from (${due.replaceAll('$CUTOFF', cutoff)} order by ${by} limit $3 for update of t skip locked) d`,
      [period, after, most],
    );
    if (rows.length === 0) return { rows: 0, bytes: 0, next: null };
    const keys = rows.map(({ key }) => key);
    const times = rows.map(({ at }) => at);
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    await recordAct(em, order, {
      act: 'retention.erase',
      details: {
        kind: name,
        rows: rows.length,
        bytes,
        from: new Date(times.reduce((a, b) => Math.min(a, b))).toISOString(),
        to: new Date(times.reduce((a, b) => Math.max(a, b))).toISOString(),
      },
    });
    const numbers = [keys.map(([a]) => a), keys.map(([, b]) => b)];
    const made = hashes === undefined ? [] : [await hashes(client, keys)];
    const { rowCount } = await client.query(erase, [...numbers, ...made]);
    if (rowCount !== rows.length) throw new Error(`only ${rowCount} of ${rows.length} ${name} were erased`);
    return { rows: rows.length, bytes, next: rows.length < most ? null : keys.at(-1)! };
  });
}

/**
 * Hashes the bodies as the client sent them, so that a client that still has a body can prove it.
 * They are hashed one after the other, because they may be large.
 */
async function hashBodies(client: PoolClient, keys: readonly Key[]): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  for (const [batchId] of keys) {
    const { rows } = await client.query<{ body: Buffer }>(
      'select body from batch_bodies where batch_id = $1',
      [batchId],
    );
    try {
      hashes.push(hash('sha256', decompressBody(rows[0]!.body), 'buffer'));
    } catch (error) {
      throw new Error(`The body of batch ${batchId} is damaged and was not erased`, { cause: error });
    }
  }
  return hashes;
}

async function deleteOldSessions(em: EntityManager, order: Order): Promise<number> {
  const rows = await countOldSessions(em);
  if (rows === 0) return 0;
  await recordAct(em, order, { act: 'retention.erase', details: { kind: 'sessions', rows } });
  return em.nativeDelete(SessionRow, { expiresAt: { $lte: raw('now()') } });
}
