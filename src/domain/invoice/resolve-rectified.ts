import type { FindingCode, InvoiceType } from '../../contracts/codes.ts';
import { buildFinding, type Finding, MEMBER_NAMES, nameMember } from '../reading/findings.ts';
import { type InvoiceIdentity, writeIdentity } from './invoice-identity.ts';
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

const WITH_RECIPIENT = ['F1', 'F3', 'R1', 'R2', 'R3', 'R4'] as const;
/**
 * Types that each type may correct or replace (RD 1619/2012, arts. 7.2 and 15; AEAT's list L2). An R5 corrects a simplified invoice and
 * an F3 replaces it. R1 to R4 correct an invoice with a recipient. A correction is corrected by the same kinds of correction.
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

/** Finds the faults in an invoice's references to the issued invoices that it corrects or replaces. */
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
      ? [buildOn(named, 'duplicate', 'names the same invoice as an earlier item of the list')]
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
  const more = buildFinding(
    member,
    'more_left_out',
    'names more invoices with problems than this list shows',
  );
  return [...findings.slice(0, MAX_FINDINGS - 1), more];
}

function findProblems(own: Rectifying, named: NamedOriginal, known: KnownOriginals): Finding[] {
  const found = known.found.get(named.id);
  const build = (code: FindingCode, says: string, aeatCode?: number) => buildOn(named, code, says, aeatCode);
  if (found === undefined) return [build('not_found', 'does not exist')];
  if (found.issuerNif !== own.issuerNif) return [build('not_allowed', 'belongs to another issuer')];
  if (found.isAnnulled) return [build('not_allowed', 'is annulled')];
  const allowed = RECTIFIABLE[own.type];
  const findings: Finding[] = [];
  if (!allowed.includes(found.type)) {
    const verb = own.type === 'F3' ? 'replaces' : 'rectifies';
    const remedy =
      own.type === 'F3' && found.type === 'R5'
        ? '; replace the F2 that it rectifies instead, with the amounts after the rectification'
        : '';
    findings.push(
      build('not_allowed', `is of type ${found.type}: ${own.type} ${verb} ${allowed.join(', ')}${remedy}`),
    );
  }
  if (own.issueDate < found.issueDate) {
    const says = `is dated ${found.issueDate}, after the issue date of this one, ${own.issueDate}`;
    findings.push(build('out_of_range', says));
  }
  if (own.needsReplaced && found.isArchived) {
    const label = nameMember(MEMBER_NAMES.rectification, 'rectified_base');
    const says = `can't be blank, because the rectified invoice ${found.number} belongs to an archived month: state the amounts that this invoice replaces`;
    findings.push(buildOn({ field: 'rectification.rectified_base', label }, 'blank', says, 1118));
  }
  const by = known.replacements.find(named.id);
  const replaced = by === null ? null : refuseReplaced(own.type, named, by);
  if (replaced !== null) findings.push(replaced);
  if (known.replacements.leadsTooFar(named.id)) {
    const { steps, most } = LEADS;
    const says = `leads through R5 to more invoices than are followed, ${most} altogether and ${steps} one after another: rectify the simplified invoices themselves, or send this invoice in a batch of its own`;
    findings.push(build('too_many', says));
  }
  return findings;
}

/**
 * Builds the finding for an invoice of this type whose simplified invoice an F3 has already replaced. A simplified invoice can be
 * replaced once; afterwards only the F3 can be corrected (RD 1619/2012, arts. 7.2 and 15).
 * @param by describes the replacing invoice.
 * @returns null for types that neither replace nor correct a simplified invoice.
 */
function refuseReplaced(
  type: InvoiceType,
  named: Pick<NamedOriginal, 'field' | 'label'>,
  by: string,
): Finding | null {
  if (type === 'F3') {
    const says = `is already replaced by ${by}: a simplified invoice can be replaced only once; rectify the F3 with R1 to R4`;
    return buildOn(named, 'not_allowed', says);
  }
  if (type !== 'R5') return null;
  const says = `is replaced by ${by}: a replaced simplified invoice can no longer be corrected; rectify the F3 with R1 to R4`;
  return buildOn(named, 'not_allowed', says);
}

/** Finds invoices that are named by number and that an F3 replaces, which may have named them before they were issued here. */
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

/** Describes an invoice of a batch, so that others of the batch can correct or replace it. @param total ImporteTotal in euros. */
export function describeRectifiable(
  invoice: InvoiceIdentity & { readonly type: InvoiceType; readonly operationDate: string | null },
  total: string,
): Rectifiable {
  const { issuerNif, number, issueDate, type } = invoice;
  const operationDate = invoice.operationDate ?? issueDate;
  return { issuerNif, number, issueDate, type, operationDate, total, isArchived: false, isAnnulled: false };
}

/**
 * Completes an invoice with the identities of the issued invoices that it corrects or replaces, with their amounts if it replaces those, and with the
 * operation date that its rates depend on.
 * @param charged what the originals charge, by id, for an invoice whose ImporteRectificacion is computed from them.
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
    const says = `names invoices whose amounts add up to ${AMOUNT_LIMIT} or more, which a record can't state: replace them with several invoices`;
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
  says: string,
  aeatCode: number | null = null,
): Finding {
  return { field, code, aeatCode, message: `${label} ${says}` };
}
