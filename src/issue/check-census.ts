import { buildBatchInvoiceId } from '../domain/invoice/batch-invoice-id.ts';
import { identityOf } from '../domain/invoice/invoice-identity.ts';
import { judgeParties, listQuestions } from '../domain/census/judge-parties.ts';
import { listParties } from '../domain/census/list-parties.ts';
import { joinMessages } from '../domain/reading/findings.ts';
import { writeDetail } from '../domain/reading/write-detail.ts';
import { isPlaceholder } from '../domain/series/series-rules.ts';
import { askCensus } from '../organizations/census/census-checks.ts';
import type { Connection } from '../platform/postgres/database.ts';
import type { PreparedBatch } from './prepare-batch.ts';
import { addWarnings, type UnfinishedBatch } from './statements/issuing.ts';

/** How long a batch waits for a worker to ask AEAT, whose three tries take 100 s. */
const ASKING_MS = 2 * 60_000;
/** How long a batch waits if AEAT is away and its organization prefers to wait, from its arrival. */
const HOLDING_MS = 24 * 3600_000;

export type CensusCheck =
  | { readonly kind: 'checked'; readonly batch: PreparedBatch }
  | { readonly kind: 'asks_census'; readonly waitedMs: number };

/**
 * Compares the issuers and the Spanish recipients of a prepared batch with AEAT's census, before
 * numbers are taken and outside of any transaction. What AEAT has not answered yet is stored as
 * questions, and the batch has to come back. An organization that does not ask pays nothing.
 * @returns the batch without the invoices whose parties AEAT does not know, if its organization
 *   refuses them. Warnings are stored with the invoices.
 */
export async function checkCensus(
  connection: Connection,
  batchId: number,
  batch: UnfinishedBatch,
  prepared: PreparedBatch,
  now: Date,
): Promise<CensusCheck> {
  const { organizationId, census, whenUnavailable, receivedAt, rules } = batch;
  if (census === 'off') return { kind: 'checked', batch: prepared };
  const parties = new Map(
    [...prepared.invoices].map(([position, { document }]) => [position, listParties(document, rules)]),
  );
  const questions = listQuestions(parties.values());
  const { answers, waitsSince } = await askCensus(connection, organizationId, questions, now);
  const waitedMs = waitsSince === null ? 0 : now.getTime() - waitsSince;
  if (waitsSince !== null && waitedMs < ASKING_MS) return { kind: 'asks_census', waitedMs };
  const isAway = answers.some(({ result }) => result === 'unavailable');
  const heldMs = now.getTime() - receivedAt;
  if (isAway && census === 'refuse' && whenUnavailable === 'hold' && heldMs < HOLDING_MS)
    return { kind: 'asks_census', waitedMs: heldMs };
  const { findings, warnings } = judgeParties(parties, questions, answers, census);
  if (warnings.size > 0)
    await addWarnings(
      connection,
      new Map(
        [...warnings].map(([position, own]) => [
          buildBatchInvoiceId(batchId, position),
          `[${own.map(writeDetail).join(',')}]`,
        ]),
      ),
    );
  if (findings.size === 0) return { kind: 'checked', batch: prepared };
  const invoices = new Map([...prepared.invoices].filter(([position]) => !findings.has(position)));
  const errors = new Map(prepared.errors);
  const failed = new Map(prepared.failed);
  for (const [position, own] of findings) {
    const { document } = prepared.invoices.get(position)!;
    errors.set(position, joinMessages(own));
    if (!isPlaceholder(document.number)) failed.set(position, identityOf(document));
  }
  return { kind: 'checked', batch: { ...prepared, invoices, errors, failed } };
}
