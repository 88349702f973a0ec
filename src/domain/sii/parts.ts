import type { Supply } from '../../contracts/codes.ts';
import type { DocumentLine, InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { groupKeyOf } from '../invoice/credit/tax-members.ts';
import { readCents } from '../money/decimals.ts';
import type { Findings, ReportOn } from '../reading/findings.ts';
import type { FindingCode, WarningCode } from '../../contracts/codes.ts';
import type { Taxed } from './treatment.ts';

/** The members that findings about a part name. Only a line has a concept, a margin and a property. */
export type PartMember =
  | 'concept'
  | 'tax_type'
  | 'tax_regime'
  | 'tax_exemption_code'
  | 'equivalence_surcharge_rate'
  | 'margin'
  | 'supply'
  | 'property';

/** A line of an invoice, or an allowance or a charge of the whole invoice. */
export type Part = {
  readonly taxed: Taxed;
  /** The key of its tax group. */
  readonly group: string;
  readonly line: DocumentLine | null;
  readonly supply: Supply | undefined;
  /** What it adds to the base of its group, in cents of the invoice's currency. */
  readonly net: bigint;
  readonly reportIn: <Code extends FindingCode | WarningCode>(
    findings: Findings<Code>,
  ) => ReportOn<PartMember, Code>;
};

/** Lists the parts of an invoice, with the places that findings about them name. */
export function listParts({ lines, allowances = [] }: InvoiceDocument): readonly Part[] {
  const ofLines = lines.map((line, index): Part => ({
    taxed: line,
    group: groupKeyOf(line),
    line,
    supply: line.supply,
    net: readCents(line.netAmount),
    reportIn: (findings) => findings.reportOnLine(index),
  }));
  const counts = { allowances: 0, charges: 0 };
  const ofInvoice = allowances.map((each): Part => {
    const list = each.isCharge ? 'charges' : 'allowances';
    const index = counts[list];
    counts[list] += 1;
    const amount = readCents(each.amount);
    return {
      taxed: each,
      group: groupKeyOf(each),
      line: null,
      supply: each.supply,
      net: each.isCharge ? amount : -amount,
      reportIn: (findings) =>
        findings.reportIn<PartMember>(`${list}[${index}]`, formatMessage(list, { number: index + 1 })),
    };
  });
  return [...ofLines, ...ofInvoice];
}
