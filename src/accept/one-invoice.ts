import type { Pool } from 'pg';
import { readIdentity, refuseTakenNumber } from '../domain/invoice/invoice-identity.ts';
import { type Ask, findIssuedNumbers } from '../issue/statements/lookups.ts';
import { readAsOrganization } from '../platform/postgres/scoped-query.ts';
import type { ExaminedBody } from './examine-body.ts';
import type { ExamineContext } from './examine-context.ts';
import type { Intake } from './intake.ts';
import { refuseFindings } from './refuse-findings.ts';
import type { BodyRefusal } from './refuse-shape.ts';

/* What differs if a request creates one invoice, which is a batch of its own (ops/adr/0078). */

const BEFORE = Buffer.from('{"invoice_batch":{"invoices":[');
const AFTER = Buffer.from(']}}');

/**
 * Builds the body of a batch whose only invoice is a request body. If the request body is not one
 * JSON value, the result either is no valid body either or has another number of invoices.
 */
export function wrapInvoice(invoice: Buffer): Buffer {
  return Buffer.concat([BEFORE, invoice, AFTER]);
}

/**
 * Examines a refused invoice by itself, so that paths and positions in the messages are those of
 * the request.
 * @returns null if nothing is wrong with it by itself.
 */
export async function explainInvoice(
  { examiner, knownSeries }: Pick<Intake, 'examiner' | 'knownSeries'>,
  organizationId: number,
  invoice: Buffer,
  context: ExamineContext,
): Promise<BodyRefusal | null> {
  const series = await knownSeries.read(organizationId);
  const prepared = await examiner.prepare(invoice, organizationId, {
    ...context,
    ...(series.length > 0 && { series }),
  });
  return prepared.kind === 'refused' ? prepared : null;
}

/**
 * Returns why a request that creates one invoice is refused: the findings of its own rules, or that
 * its number was issued before. What else only issuing decides depends on invoices that may still
 * wait.
 */
export async function refuseInvoice(
  pool: Pool,
  organizationId: number,
  { failures, identities }: ExaminedBody,
): Promise<BodyRefusal | null> {
  const findings = failures.get(0);
  if (findings !== undefined) return refuseFindings(findings);
  const identity = readIdentity(identities[0]!);
  const ask: Ask = (statement) => readAsOrganization(pool, organizationId, statement);
  const owner = (await findIssuedNumbers(ask, organizationId, [identity])).get(0);
  return owner === undefined ? null : refuseFindings([refuseTakenNumber(owner, identity.issueDate)]);
}
