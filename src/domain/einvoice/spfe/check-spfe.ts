import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../contracts/issuer-profile.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { requireBuyer, requireCurrency } from '../build-terms.ts';
import { NotExpressible, type Refusal } from '../refusal.ts';
import { chooseTypeCode } from './build-spfe.ts';
import { listProperty } from './lines.ts';
import { buildThirdParty, checkBuyer, checkSeller } from './parties.ts';
import { boundBytes, NEAR_BYTES } from './size.ts';
import { checkGroup } from './taxes.ts';
import { conceptOf } from './withholdings.ts';
import { prepareSpfe } from './write-spfe.ts';

/** An invoice before it is issued, with its issuer's present profile. */
export type Unwritten = { readonly document: InvoiceDocument; readonly profile: IssuerDetails | null };

/**
 * Each rule that a file for the SPFE may break, in the order in which the builder applies them. The
 * sums are not among them: those of an accepted invoice hold, and the writer asserts it.
 */
const CHECKS: readonly ((source: Unwritten) => unknown)[] = [
  ({ document }) => requireBuyer(document),
  ({ document }) => chooseTypeCode(document),
  ({ document: { groups, recipient } }) => groups.forEach((group) => checkGroup(group, recipient)),
  ({ profile }) => checkSeller(profile),
  ({ document: { recipient } }) => recipient && checkBuyer(recipient),
  ({ document }) => buildThirdParty(document),
  ({ document }) => document.lines.forEach(listProperty),
  ({ document }) => checkConcepts(document),
  ({ document: { currency } }) => currency !== undefined && requireCurrency(currency),
];

/**
 * Lists why a file for the SPFE cannot express an invoice, one reason for each rule. Writes the file
 * only if it may be near the limit of its size, so that each invoice of a batch can be judged.
 */
export function judgeSpfe(source: Unwritten): {
  readonly refusals: readonly Refusal[];
  /** The bytes of the file; null if they are far below the limit, or the file cannot be written. */
  readonly bytes: number | null;
} {
  const refusals: Refusal[] = [];
  for (const check of CHECKS) note(refusals, () => check(source));
  if (refusals.length > 0 || boundBytes(source.document) < NEAR_BYTES) return { refusals, bytes: null };
  const xml = note(refusals, prepareSpfe.bind(null, { ...source, qrUrl: null, isCopy: false }));
  return { refusals, bytes: xml === null ? null : Buffer.byteLength(xml()) };
}

/** Returns what a check returns; null if it refuses the invoice, which is added. */
function note<T>(refusals: Refusal[], check: () => T): T | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    refusals.push(error.refusal);
    return null;
  }
}

function checkConcepts({ lines, totals, issuer }: InvoiceDocument): void {
  if (totals.withholdings.length === 0) return;
  const isPerson = isPersonNif(issuer.nif);
  const rates = new Set(totals.withholdings.map(({ rate }) => rate));
  for (const [place, line] of lines.entries())
    if (line.withholdingRate !== null && rates.has(line.withholdingRate)) conceptOf(line, isPerson, place);
}
