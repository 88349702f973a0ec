import { hasMembersIncome, isPersonNif } from 'verifactu-protocol/records/nif';
import { COMPANY_CONCEPTS, IRPF_CONCEPTS, WITHHOLDING_CONCEPTS } from '../../contracts/codes.ts';
import type { DocumentLine } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { LineInput } from '../../contracts/v2/invoice-input.ts';
import type { Findings, LineReport } from '../reading/findings.ts';
import { readCode } from '../reading/read-text.ts';

type Concept = NonNullable<DocumentLine['withholdingConcept']>;

/** What a line says of its withholding. */
type Withheld = {
  /** From 1. */
  readonly number: number;
  /** In hundredths of a per cent. */
  readonly withholdingRate: bigint;
  readonly details: Pick<DocumentLine, 'withholdingConcept'> | null;
};

/**
 * Reads the concept of the withholding of a line (list L5 of Orden HAC/1028/2026).
 * @returns null if it is absent; undefined if it is refused.
 */
export function readConcept(
  { withholding_concept: value }: Pick<LineInput, 'withholding_concept'>,
  report: LineReport,
): Concept | null | undefined {
  return readCode(value, WITHHOLDING_CONCEPTS, 'withholding_concept', report);
}

const OF_IRPF: ReadonlySet<string> = new Set(IRPF_CONCEPTS);
const OF_COMPANIES: ReadonlySet<string> = new Set(COMPANY_CONCEPTS);

/**
 * Reports concepts of lines without a withholding, and those that the issuer cannot have: the
 * concepts of the IRPF are those of natural persons and of entities whose income is that of their
 * members (RD 439/2007, art. 75), the others those of the Impuesto sobre Sociedades (RD 634/2015,
 * art. 60).
 * @param issuerNif null if it was refused.
 */
export function checkConcepts(
  lines: readonly Withheld[],
  issuerNif: string | null,
  findings: Findings,
): void {
  for (const { details, withholdingRate, number } of lines) {
    const concept = details?.withholdingConcept;
    if (concept === undefined) continue;
    const report = findings.reportOnLine(number - 1);
    if (withholdingRate === 0n)
      report('withholding_concept', 'must_be_blank', formatMessage('concept_without_withholding'));
    if (issuerNif === null) continue;
    const paysIrpf = isPersonNif(issuerNif) || hasMembersIncome(issuerNif);
    if (paysIrpf ? OF_COMPANIES.has(concept) : OF_IRPF.has(concept)) {
      const says = formatMessage(paysIrpf ? 'concept_of_companies' : 'concept_of_persons', { concept });
      report('withholding_concept', 'not_allowed', says, null, 'SPFE BT-ES-21');
    }
  }
}
