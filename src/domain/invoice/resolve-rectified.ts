import type { FindingCode, InvoiceType } from '../../contracts/codes.ts';
import { buildFinding, type Finding, MEMBER_NAMES, nameMember, sayAbout } from '../reading/findings.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { writeIdentity } from './invoice-identity.ts';
import { findRateProblem, listDated, operationDateOf } from './operation-day.ts';
import {
  addReplaced,
  fitsRecord,
  type NamedInvoices,
  type NamedOriginal,
  type NumberedOriginal,
  type ReplacedAmounts,
} from './originals.ts';
import type { Preparation, PreparedInvoice } from './prepare-invoice.ts';
import { AMOUNT_LIMIT } from './read-line.ts';
import { type Rectifying, rectifyingOf } from './rectifying.ts';
import { LEADS, type Replacements } from './replacements.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

const WITH_RECIPIENT = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'] as const;
/**
 * Types that each type may correct or replace (RD 1619/2012, arts. 7.2 and 15; AEAT's list L2). An
 * R5 corrects a simplified invoice and an F3 replaces it. R1 to R4 correct an invoice with a
 * recipient. A correction is corrected by the same kinds of correction.
 */
const RECTIFIABLE: Readonly<Record<InvoiceType, readonly InvoiceType[]>> = {
  F1: [],
  F2: [],
  F3: ['F2'],
  R1: WITH_RECIPIENT,
  R2: WITH_RECIPIENT,
  R3: WITH_RECIPIENT,
  R4: WITH_RECIPIENT,
  R5: ['F2', 'R5'],
};

/** An issued invoice that another invoice corrects or replaces. */
export type Rectifiable = InvoiceIdentity & {
  readonly type: InvoiceType;
  /** Date of its operation, `YYYY-MM-DD`: its issue date unless it states another day. */
  readonly operationDate: string;
  /** ImporteTotal in euros, a decimal string. */
  readonly total: string;
  /** Whether its document cannot be read, because its month is archived. */
  readonly isArchived: boolean;
  readonly isAnnulled: boolean;
};

/** What is known of the invoices that the invoices of a batch correct or replace. */
export type KnownOriginals = {
  /** The organization's issued invoices, by id. */
  readonly found: ReadonlyMap<number, Rectifiable>;
  readonly replacements: Pick<Replacements, 'find' | 'leadsTooFar'>;
};

/** The most findings about the originals of one invoice, which can name 1000 of them. */
const MAX_FINDINGS = 20;

/**
 * Finds the faults in an invoice's references to the issued invoices that it corrects or replaces.
 */
export function findRectifiedProblems(
  own: Rectifying,
  { originals, numbered }: NamedInvoices,
  known: KnownOriginals,
): Finding[] {
  const { found } = known;
  const findings: Finding[] = [];
  const seen = new Set<number>();
  for (const named of originals) {
    const problems = seen.has(named.id)
      ? [buildOn(named, 'duplicate', formatMessage('named_twice'))]
      : findProblems(own, named, known);
    for (const finding of problems) findings.push(finding);
    seen.add(named.id);
    if (findings.length > MAX_FINDINGS) break;
  }
  if (findings.length === 0) {
    const problem = findRateProblem(own, listDated({ originals, numbered }, found));
    return problem === null ? [] : [problem];
  }
  if (findings.length <= MAX_FINDINGS) return findings;
  const member = own.type === 'F3' ? 'replaces' : 'rectification';
  const more = buildFinding(member, 'more_left_out', formatMessage('more_named_problems'));
  return [...findings.slice(0, MAX_FINDINGS - 1), more];
}

function findProblems(own: Rectifying, named: NamedOriginal, known: KnownOriginals): Finding[] {
  const found = known.found.get(named.id);
  const build = (code: FindingCode, says: Text, aeatCode?: number) => buildOn(named, code, says, aeatCode);
  if (found === undefined) return [build('not_found', formatMessage('unknown'))];
  if (found.issuerNif !== own.issuerNif) return [build('not_allowed', formatMessage('of_other_issuer'))];
  if (found.isAnnulled) return [build('not_allowed', formatMessage('annulled'))];
  const allowed = RECTIFIABLE[own.type];
  const findings: Finding[] = [];
  if (!allowed.includes(found.type)) {
    const types = { found: found.type, own: own.type, allowed: allowed.join(', ') };
    const replacing = found.type === 'R5' ? 'rectifying_not_replaced' : 'type_not_replaced';
    findings.push(
      build('not_allowed', formatMessage(own.type === 'F3' ? replacing : 'type_not_rectified', types)),
    );
  }
  if (own.issueDate < found.issueDate) {
    const says = formatMessage('named_later', { date: found.issueDate, own: own.issueDate });
    findings.push(build('out_of_range', says));
  }
  if (own.needsReplaced && found.isArchived) {
    const label = nameMember(MEMBER_NAMES.rectification, 'rectified_base');
    const says = formatMessage('blank_replaced_amounts', { number: found.number });
    findings.push(buildOn({ field: 'rectification.rectified_base', label }, 'blank', says, 1118));
  }
  const by = known.replacements.find(named.id);
  const replaced = by === null ? null : refuseReplaced(own.type, named, by);
  if (replaced !== null) findings.push(replaced);
  if (known.replacements.leadsTooFar(named.id)) {
    const { steps, most } = LEADS;
    const says = formatMessage('long_chain_of_r5', { most, steps });
    findings.push(build('too_many', says));
  }
  return findings;
}

/**
 * Builds the finding for an invoice of this type whose simplified invoice an F3 has already
 * replaced. A simplified invoice can be replaced once; afterwards only the F3 can be corrected (RD
 * 1619/2012, arts. 7.2 and 15).
 * @param by describes the replacing invoice.
 * @returns null for types that neither replace nor correct a simplified invoice.
 */
function refuseReplaced(
  type: InvoiceType,
  named: Pick<NamedOriginal, 'field' | 'label'>,
  by: Text,
): Finding | null {
  if (type === 'F3') {
    const says = formatMessage('already_replaced', { by });
    return buildOn(named, 'not_allowed', says);
  }
  if (type !== 'R5') return null;
  const says = formatMessage('replaced', { by });
  return buildOn(named, 'not_allowed', says);
}

/**
 * Finds invoices that are named by number and that an F3 replaces, which may have named them before
 * they were issued here.
 */
export function findReplacedNumbers(
  type: InvoiceType,
  numbered: readonly NumberedOriginal[],
  replacements: Pick<Replacements, 'findNumbered'>,
): Finding[] {
  return numbered.flatMap((named) => {
    const by = replacements.findNumbered(writeIdentity(named.identity));
    return (by === null ? null : refuseReplaced(type, named, by)) ?? [];
  });
}

/**
 * Describes an invoice of a batch, so that others of the batch can correct or replace it.
 * @param total ImporteTotal in euros.
 */
export function describeRectifiable(
  invoice: InvoiceIdentity & { readonly type: InvoiceType; readonly operationDate: string | null },
  total: string,
): Rectifiable {
  const { issuerNif, number, issueDate, type } = invoice;
  const operationDate = invoice.operationDate ?? issueDate;
  return { issuerNif, number, issueDate, type, operationDate, total, isArchived: false, isAnnulled: false };
}

/**
 * Completes an invoice with the identities of the issued invoices that it corrects or replaces,
 * with their amounts if it replaces those, and with the operation date that its rates depend on.
 * @param charged what the originals charge, by id, for an invoice whose ImporteRectificacion is
 *   computed from them.
 * @returns the completed invoice, or the findings of `findRectifiedProblems`.
 * @throws RangeError if `charged` lacks an original that the computation needs.
 */
export function resolveRectified(
  prepared: PreparedInvoice,
  known: KnownOriginals,
  charged: ReadonlyMap<number, ReplacedAmounts>,
): Preparation {
  const { document, originals, numbered } = prepared;
  if (originals.length + numbered.length === 0) return { kind: 'prepared', invoice: prepared };
  const { rectification, replaces } = document;
  const own = rectifyingOf(document);
  const findings = findRectifiedProblems(own, prepared, known);
  if (findings.length > 0) return { kind: 'refused', findings };
  const { found } = known;
  const operationDate = operationDateOf(own, listDated(prepared, found));
  const identities = originals.map(({ id, place }) => {
    const { issuerNif, number, issueDate } = found.get(id)!;
    return { place, identity: { issuerNif, number, issueDate } };
  });
  const listAll = (others: readonly InvoiceIdentity[]) => {
    const all = [...others];
    for (const { place, identity } of identities) all.splice(place, 0, identity);
    return all;
  };
  const readAmounts = ({ id }: NamedOriginal) => {
    const amounts = charged.get(id);
    if (amounts === undefined) throw new RangeError(`The amounts of the issued invoice ${id} cannot be read`);
    return amounts;
  };
  const replaced = own.needsReplaced ? { replaced: addReplaced(originals.map(readAmounts)) } : {};
  if (replaced.replaced !== undefined && !fitsRecord(replaced.replaced)) {
    const says = formatMessage('named_amounts_too_large', { limit: AMOUNT_LIMIT });
    return { kind: 'refused', findings: [buildFinding('rectification', 'out_of_range', says, 1100)] };
  }
  const references = {
    ...(rectification && {
      rectification: { ...rectification, invoices: listAll(rectification.invoices), ...replaced },
    }),
    ...(replaces && { replaces: listAll(replaces) }),
  };
  const isListed = rectification !== undefined || replaces !== undefined;
  const [first] = identities;
  const rectified =
    isListed || first === undefined
      ? null
      : { number: first.identity.number, issueDate: first.identity.issueDate };
  const completed = { ...document, operationDate, rectified, ...references };
  return { kind: 'prepared', invoice: { ...prepared, document: completed } };
}

/** Builds a finding on the place where an invoice names another one. */
export function buildOn(
  { field, label }: Pick<NamedOriginal, 'field' | 'label'>,
  code: FindingCode,
  says: Text,
  aeatCode: number | null = null,
): Finding {
  return { field, code, aeatCode, message: sayAbout(label, says) };
}
