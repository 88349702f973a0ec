import type { SeriesInput } from '../../src/contracts/v2/series.ts';
import { setAsOperator } from '../../src/organizations/series/series.ts';
import { BY_TEST, type TestApi } from './api.ts';

/**
 * Inserts a series of an organization ($1) that has skipped a number, which an issued invoice
 * states.
 */
export const INSERT_SERIES = `
   with s as (insert into series (organization_id, issuer_nif, code, pattern, invoice_types, start, created_at, changed_at, changed_by)
              values ($1, 'B12345674', 'F', 'S{counter}', '{F1}', 1, now(), now(), 'x') returning *),
        c as (insert into series_counters (series_id, year, organization_id, pattern, first, last)
              select id, 0, organization_id, pattern, 1, 1 from s)
   insert into series_skips (series_id, year, number, organization_id, issued_invoice_id)
   select s.id, 0, 1, s.organization_id, min(x.id) from s join issued_invoices x on x.organization_id = s.organization_id
   group by s.id, s.organization_id`;

const SERIES_ISSUER = 'B12345674';

/** Creates or changes a series as an operator. @throws if it is refused. */
export async function setSeries(
  { database: { pool }, clock }: Pick<TestApi, 'database' | 'clock'>,
  organizationId: number,
  code: string,
  input: SeriesInput = {},
  issuerNif = SERIES_ISSUER,
): Promise<void> {
  const wanted = {
    issuerNif,
    code,
    now: clock.now,
    input: { pattern: '{code}-{year}-{counter:6}', ...input },
  };
  const outcome = await setAsOperator(pool, organizationId, wanted, BY_TEST);
  if (outcome.kind === 'refused')
    throw new Error(outcome.findings.map(({ message }) => message.en).join('; '));
}

type Given = {
  readonly series: string;
  readonly year: number;
  readonly counter: number;
  readonly number: string;
};

/**
 * Returns the numbers that the series of an organization gave, in the order of the chain of their
 * issuer or, without one, of their ids.
 */
export async function listGiven(
  { database: { pool } }: Pick<TestApi, 'database'>,
  organizationId: number,
): Promise<Given[]> {
  const { rows } = await pool.query<Given>(
    `select s.code as series, x.series_year as year, x.series_number::int as counter, x.invoice_number as number
     from issued_invoices x
     join series s on s.id = x.series_id
     left join registration_records r on r.issued_invoice_id = x.id and r.kind = 'alta'
     where x.organization_id = $1
     order by x.series_id, x.series_year, r.chain_id, r.sequence, x.id`,
    [organizationId],
  );
  return rows;
}
