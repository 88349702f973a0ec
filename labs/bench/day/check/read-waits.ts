import type { Pool } from 'pg';
import { describeSpread, findQuantile } from '../../measuring/statistics.ts';
import type { Told } from '../simulate-load.ts';

/** Each statement returns one row per invoice: the seconds since the request was received. */
const STATEMENTS = {
  issued: `select extract(epoch from i.issued_at - b.received_at)::float8 as seconds
    from issued_invoices i join batches b on b.id = i.id / 1000`,
  rendered: `select extract(epoch from p.rendered_at - b.received_at)::float8 as seconds
    from pdfs p join batches b on b.id = p.issued_invoice_id / 1000`,
  remitted: `select extract(epoch from a.answered_at - b.received_at)::float8 as seconds
    from record_answers a
    join registration_records r on (r.chain_id, r.sequence) = (a.chain_id, a.sequence)
    join batches b on b.id = r.issued_invoice_id / 1000`,
} as const;

/**
 * Reads from the tables how long the invoices took.
 * @param first the id of the first batch to include.
 * @param accepted seconds until each 201, as the clients measured them.
 */
export async function readWaits(pool: Pool, first: number, accepted: readonly number[]): Promise<Told> {
  const read = async (statement: string) => {
    const { rows } = await pool.query<{ seconds: number }>(`${statement} where b.id >= $1`, [first]);
    return describeWaits(rows.map(({ seconds }) => seconds));
  };
  return {
    accepted: describeWaits(accepted),
    issued: await read(STATEMENTS.issued),
    rendered: await read(STATEMENTS.rendered),
    remitted: await read(STATEMENTS.remitted),
  };
}

/** Returns the median number of seconds that AEAT's stand-in took to answer an envelope. */
export async function readAnswerTime(pool: Pool, since: Date): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select extract(epoch from ended_at - started_at)::float8 as seconds from submission_attempts where started_at >= $1',
    [since],
  );
  return describeSpread(rows.map(({ seconds }) => seconds)).median;
}

function describeWaits(seconds: readonly number[]) {
  return { median: findQuantile(seconds, 0.5), p99: findQuantile(seconds, 0.99) };
}
