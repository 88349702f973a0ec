import { isPersonNif } from 'verifactu-protocol/records/nif';
import type { DocumentLine, InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';
import { readCents, shareOut } from '../../money/decimals.ts';
import { formatRate } from '../notation.ts';
import { NotExpressible } from '../refusal.ts';

/** A withholding by its rate and its concept of list L5. Amounts are in cents. */
export type ConceptWithholding = {
  readonly rate: string;
  readonly concept: string;
  readonly base: bigint;
  readonly amount: bigint;
};

/** The lease of premises, whose concept follows from who lets them. */
const LEASE = '11';
const LEASE_BY_PERSON = '06';
const LEASE_BY_COMPANY = '10';
const PROFESSIONAL = '01';
/** The rates of professionals (RD 439/2007, art. 95.1). */
const PROFESSIONAL_RATES: ReadonlySet<string> = new Set(['15', '7']);

/**
 * Lists the withholdings of a document by rate and concept. Where lines with one rate have several
 * concepts, base and amount are shared out by the net amounts of the lines.
 * @throws NotExpressible if the concept of a line cannot be derived.
 */
export function listWithholdings(document: InvoiceDocument): ConceptWithholding[] {
  const { totals, lines, issuer } = document;
  return totals.withholdings.flatMap(({ rate, base, amount }) => {
    const nets = new Map<string, bigint>();
    for (const [place, line] of lines.entries()) {
      if (line.withholdingRate !== rate) continue;
      const concept = conceptOf(line, isPersonNif(issuer.nif), place);
      nets.set(concept, (nets.get(concept) ?? 0n) + readCents(line.netAmount));
    }
    const concepts = [...nets.keys()];
    const [bases, amounts] = [base, amount].map((sum) => share([...nets.values()], readCents(sum)));
    return concepts.map((concept, place) => ({
      rate,
      concept,
      base: bases![place]!,
      amount: amounts![place]!,
    }));
  });
}

/** Shares a sum in cents by weights that add up to more or less than 0. */
function share(weights: readonly bigint[], sum: bigint): bigint[] {
  if (weights.length === 1) return [sum];
  const whole = weights.reduce((all, weight) => all + weight, 0n);
  if (whole === 0n) return weights.map((_, place) => (place === 0 ? sum : 0n));
  const sign = whole < 0n ? -1n : 1n;
  // `shareOut` divides by an even number.
  const products = weights.map((weight) => 2n * weight * sum * sign);
  return shareOut(products, 2n * whole * sign, sum);
}

/**
 * Returns the concept of the withholding of a line: the stated one, or the one that follows.
 * @param isPerson whether the issuer is a natural person.
 * @param place of the line, from 0.
 * @throws NotExpressible if none follows.
 */
export function conceptOf(
  {
    regime,
    withholdingRate,
    withholdingConcept,
  }: Pick<DocumentLine, 'regime' | 'withholdingRate' | 'withholdingConcept'>,
  isPerson: boolean,
  place: number,
): string {
  if (withholdingConcept !== undefined) return withholdingConcept;
  if (regime === LEASE) return isPerson ? LEASE_BY_PERSON : LEASE_BY_COMPANY;
  if (isPerson && PROFESSIONAL_RATES.has(withholdingRate!)) return PROFESSIONAL;
  const says = formatMessage('spfe_concept_unknown', { rate: formatRate(withholdingRate!) });
  throw new NotExpressible('SPFE BT-ES-21', says, `lines[${place}].withholding_concept`);
}
