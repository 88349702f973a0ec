import { MAX_INVOICE_LINES } from '../../contracts/limits.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import type { LineContext } from './line-context.ts';
import type { Findings } from '../reading/findings.ts';
import type { InexactNumbers } from '../reading/read-number.ts';
import { readLine, type ReadLine } from './read-line.ts';
import { readInvoiceProperty } from './read-supply.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';

const EXACT = (): boolean => false;

/**
 * Reads all lines and sorts them by ascending position. Lines without a position come last, and
 * ties keep the order of the request.
 * @param context `vatRates`: valid rates of IVA for these lines, in per cent.
 * @returns only the lines that passed their own rules.
 */
export function readLines(
  invoice: Pick<InvoiceInput, 'lines' | 'property'>,
  context: Pick<LineContext, 'rules' | 'vatRates' | 'operationDay' | 'isDifference'> & {
    readonly inexactNumbers: InexactNumbers;
  },
  findings: Findings,
): ReadLine[] {
  const { inexactNumbers, rules, vatRates, operationDay, isDifference } = context;
  const { lines: inputs } = invoice;
  const lines: ReadLine[] = [];
  if (!inputs || inputs.length === 0) {
    findings.report('lines', 'blank', formatMessage('without_line'));
    return lines;
  }
  if (inputs.length > MAX_INVOICE_LINES) {
    findings.report('lines', 'too_many', formatMessage('more_lines', { most: MAX_INVOICE_LINES }));
    return lines;
  }
  const property = readInvoiceProperty(invoice, findings);
  for (const [index, input] of inputs.entries()) {
    if (findings.isFull) break;
    const line = readLine(input, index + 1, {
      rules,
      vatRates,
      operationDay,
      isDifference,
      property,
      findings,
      isInexact: inexactNumbers?.size ? (member) => inexactNumbers.has(`lines[${index}].${member}`) : EXACT,
      report: findings.reportOnLine(index),
    });
    if (line !== null) lines.push(line);
  }
  return lines.toSorted(comparePositions);
}

function comparePositions(one: ReadLine, other: ReadLine): number {
  if (one.position === other.position) return 0;
  if (one.position === null) return 1;
  if (other.position === null) return -1;
  return one.position - other.position;
}
