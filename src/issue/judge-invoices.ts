import { identityOf, refuseTakenNumber, writeIdentity } from '../domain/invoice/invoice-identity.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { ReplacedAmounts } from '../domain/invoice/originals.ts';
import { matchPrepared, type PreparedInvoice } from '../domain/invoice/prepare-invoice.ts';
import { trackReplacements } from '../domain/invoice/replacements.ts';
import {
  describeRectifiable,
  findReplacedNumbers,
  type KnownOriginals,
  type Rectifiable,
  resolveRectified,
} from '../domain/invoice/resolve-rectified.ts';
import {
  findSiblingProblems,
  judgeInOrder,
  type NamedSiblings,
  refuseFailed,
} from '../domain/invoice/siblings.ts';
import { type Finding, joinMessages } from '../domain/reading/findings.ts';
import { registeredAmounts } from '../domain/registration/registered-amounts.ts';
import { keepInvoice, type KeptInvoice, type Unnumbered } from './compress-documents.ts';
import type { Held } from './hold-chains.ts';
import { isPlaceholder } from '../domain/series/series-rules.ts';
import { type Issuable, writeNumbered } from './prepare-batch.ts';
import { describeRectified } from './rectified-originals.ts';
import type { Rectifies } from './statements/issuing.ts';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { type IssuerRules, registerDocument } from '../domain/registers/register-document.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import type { Text } from '../contracts/messages/texts.ts';

/** An invoice that can be issued now. */
export type Judged = (KeptInvoice | Unnumbered) & {
  readonly id: number;
  readonly rectifies: Rectifies | null;
};

type Known = Pick<Held, 'named' | 'rectified' | 'leads' | 'replacedBy' | 'replacedByNumber' | 'taken'> & {
  readonly registers: IssuerRules;
  readonly rules: RequestRules;
  /** What the originals charge, by id. */
  readonly charged: ReadonlyMap<number, ReplacedAmounts>;
  /** The ids of batch invoices of earlier batches that failed, by their identities. */
  readonly failedBefore: ReadonlyMap<string, number>;
};

/**
 * The invoices of the batch that failed, which grow while the others are judged. Both maps are by
 * id.
 */
type Failed = { readonly errors: Map<number, Text>; readonly failed: Map<number, InvoiceIdentity> };

/**
 * Returns the candidates that can be issued, in their order: those whose numbers are free and that
 * name what they may rectify or replace, among issued invoices and in the same batch. Completes the
 * documents that name others, because these are now known. Adds the error of each other candidate.
 */
export function judgeInvoices(
  candidates: readonly (Issuable & { readonly id: number })[],
  known: Known,
  { errors, failed }: Failed,
): Judged[] {
  const found = new Map(known.rectified);
  const replacements = trackReplacements(known.leads, known.replacedBy, known.replacedByNumber);
  const originals: KnownOriginals = { found, replacements };
  const failedBefore = new Map(known.failedBefore);
  for (const [id, identity] of failed) failedBefore.set(writeIdentity(identity), id);
  const invoices = candidates.map(({ document, ...candidate }) => ({
    identity: writeIdentity(identityOf(document)),
    numbered:
      'originals' in candidate
        ? candidate.numbered.filter(({ identity }) => identity.issuerNif === document.issuer.nif)
        : [],
  }));
  const namedHere = new Set(
    invoices.flatMap(({ numbered }) => numbered.map(({ identity }) => writeIdentity(identity))),
  );
  const describe = (index: number) => formatMessage('batch_invoice', { id: candidates[index]!.id });

  /** Completes an invoice that names others. */
  const complete = (
    candidate: PreparedInvoice,
    siblings: NamedSiblings,
  ): { readonly kept: KeptInvoice | Unnumbered; readonly matched: PreparedInvoice } | readonly Finding[] => {
    const problems = findSiblingProblems(siblings, describe);
    if (problems.length > 0) return problems;
    const here = siblings.map(
      ([{ identity }, { index }]) => [writeIdentity(identity), candidates[index]!.id] as const,
    );
    const ids = here.length === 0 ? known.named : new Map([...known.named, ...here]);
    const matched = matchPrepared(candidate, ids);
    const absent = matched.numbered.flatMap((named) => {
      const id = failedBefore.get(writeIdentity(named.identity));
      return id === undefined ? [] : [refuseFailed(named, formatMessage('batch_invoice', { id }))];
    });
    if (absent.length > 0) return absent;
    const resolved = resolveRectified(matched, originals, known.charged);
    if (resolved.kind === 'refused') return resolved.findings;
    const replaced = findReplacedNumbers(candidate.document.type, candidate.numbered, replacements);
    if (replaced.length > 0) return replaced;
    const registered = registerDocument(resolved.invoice.document, known, findOperationDate(matched, found));
    if (registered.kind === 'refused') return registered.findings;
    const { registration } = registered;
    const written = writeNumbered(resolved.invoice.document, candidate.series);
    return {
      kept:
        'text' in written ? keepInvoice({ ...written, registration }, false) : { ...written, registration },
      matched,
    };
  };

  const judged: (Judged | null)[] = candidates.map(() => null);
  judgeInOrder(
    invoices,
    (identity) => known.named.has(identity),
    (index, siblings) => {
      const candidate = candidates[index]!;
      const { id, document } = candidate;
      const refuse = (message: Text): false => {
        errors.set(id, message);
        // Others cannot name an invoice without a number.
        if (!isPlaceholder(document.number)) failed.set(id, identityOf(document));
        return false;
      };
      const completed =
        'originals' in candidate ? complete(candidate, siblings) : { kept: candidate, matched: null };
      if (!('kept' in completed)) return refuse(joinMessages(completed));
      const owner = known.taken.get(index);
      if (owner !== undefined) return refuse(refuseTakenNumber(owner, document.issueDate).message);
      const { kept, matched } = completed;
      if (matched === null || !('originals' in candidate)) judged[index] = { ...kept, id, rectifies: null };
      else {
        const named = { originals: matched.originals, numbered: candidate.numbered };
        const describeIssued = () => formatMessage('issued_invoice', { id });
        replacements.add({ id, type: document.type }, named, describeIssued);
        const rectifies = describeRectified(matched.document, matched.originals, found);
        judged[index] = { ...kept, id, rectifies };
      }
      const { identity } = invoices[index]!;
      if (namedHere.has(identity)) {
        const { operationDate } = kept.document;
        const total = registeredAmounts(kept.document).total;
        found.set(
          id,
          describeRectifiable({ ...identityOf(document), type: document.type, operationDate }, total),
        );
      }
      return true;
    },
  );
  return judged.filter((invoice) => invoice !== null);
}

/** Returns the date of the operation of the one stored invoice that an invoice rectifies. */
function findOperationDate(
  { originals, numbered }: PreparedInvoice,
  found: ReadonlyMap<number, Rectifiable>,
): string | null {
  const original = originals.length + numbered.length === 1 ? originals[0] : undefined;
  return (original && found.get(original.id)?.operationDate) ?? null;
}
