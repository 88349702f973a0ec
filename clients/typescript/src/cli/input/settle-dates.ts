import { InputFault } from '../faults.ts';
import { listMembers, skipBlanks } from './cut-json.ts';

/**
 * What `operation_date` means in an invoice that has no `issue_date`: the issue date, as in version
 * 1 of the API, or the date of the operation.
 */
export type OperationDate = 'issue' | 'operation';
const MEANINGS: readonly string[] = ['issue', 'operation'] satisfies OperationDate[];

/** Reads the option `--operation-date`. @throws InputFault for another value. */
export function readOperationDate(text: string | undefined): OperationDate | null {
  if (text !== undefined && !MEANINGS.includes(text))
    throw new InputFault(`--operation-date must be one of ${MEANINGS.join(', ')}`);
  return (text as OperationDate | undefined) ?? null;
}

/**
 * Settles what `operation_date` means in an invoice without `issue_date`: it may have been written
 * for version 1, where it is the issue date.
 * @param text the invoice; everything else of it remains unchanged.
 * @param place the place of the invoice in its file, for the message.
 * @throws InputFault if `meaning` is null and the invoice is such a one.
 */
export function settleDates(text: string, meaning: OperationDate | null, place: string): string {
  const invoice = JSON.parse(text) as Dated;
  // Version 1 has no member issue_date, so an invoice that has it, even as null, was not written
  // for it.
  if ((invoice.operation_date ?? null) === null || 'issue_date' in invoice || meaning === 'operation')
    return text;
  if (meaning === null)
    throw new InputFault(
      `${place} has operation_date without issue_date. In version 1 of the API that was the issue date; now it is the date of the operation, and the invoice is issued today. ` +
        'Give --operation-date issue if it is the issue date. Otherwise give --operation-date operation, or add issue_date, which can be null for today',
    );
  return isDeferred(invoice.lines) ? text : renameOperationDate(text);
}

type Dated = { readonly operation_date?: unknown; readonly issue_date?: unknown; readonly lines?: unknown };

/**
 * With the regimes of operations whose tax falls due later, `operation_date` is the date of the
 * operation in version 1 too.
 */
const DEFERRED: readonly unknown[] = ['14', '15'];

function isDeferred(lines: unknown): boolean {
  return (
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every((line: { tax_regime?: unknown; tax_type?: unknown } | null) => {
      const { tax_regime: regime, tax_type: type = null } = line ?? {};
      return DEFERRED.includes(regime) && (type === null || type === 'iva');
    })
  );
}

function renameOperationDate(text: string): string {
  const members = listMembers(text, skipBlanks(text, 0));
  const parts = members.map(({ name, at, end }) => {
    const renamed = name === 'operation_date' ? 'issue_date' : name;
    return `${JSON.stringify(renamed)}:${text.slice(at, end)}`;
  });
  return `{${parts.join(',')}}`;
}
