import type { Pool } from 'pg';
import { describeSpread, findQuantile } from '../../measuring/statistics.ts';
import type { Told } from '../simulate-load.ts';

/** Seconds from the request, an invoice each. */
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

/** How long what is in the tables took. @param first the batch that it begins with. @param accepted seconds to each 201, as the clients saw them. */
export async function readWaits(pool: Pool, first: number, accepted: readonly number[]): Promise<Told> {
  const read = async (statement: string) => {
    const { rows } = await pool.query<{ seconds: number }>(`${statement} where b.id >= $1`, [first]);
    return tell(rows.map(({ seconds }) => seconds));
  };
  return {
    accepted: tell(accepted),
    issued: await read(STATEMENTS.issued),
    rendered: await read(STATEMENTS.rendered),
    remitted: await read(STATEMENTS.remitted),
  };
}

/** Seconds that AEAT's stand-in took for an envelope, in the middle. */
export async function readAnswerTime(pool: Pool, since: Date): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    'select extract(epoch from ended_at - started_at)::float8 as seconds from submission_attempts where started_at >= $1',
    [since],
  );
  return describeSpread(rows.map(({ seconds }) => seconds)).median;
}

function tell(seconds: readonly number[]) {
  return { median: findQuantile(seconds, 0.5), p99: findQuantile(seconds, 0.99) };
}
