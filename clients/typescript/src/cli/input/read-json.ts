import type { InvoiceText } from '../batches/chunk.ts';
import { InputFault } from '../faults.ts';
import { listElements, listMembers, skipBlanks } from './cut-json.ts';

/** Invoices as JSON texts, and their label. */
export type JsonInput = { readonly invoices: readonly InvoiceText[]; readonly label: string | null };

/**
 * Reads a body of the API, its `invoice_batch`, or a list of any number of invoices.
 * @throws InputFault if the text is none of these.
 */
export function readJsonFile(text: string): JsonInput {
  let value: unknown = parse(text, '');
  let start = skipBlanks(text, 0);
  if (isObject(value) && 'invoice_batch' in value) {
    ({ start } = findMembers(text, start, ['invoice_batch'])['invoice_batch']!);
    value = value['invoice_batch'];
  }
  let label: string | null = null;
  if (isObject(value)) {
    const members = findMembers(text, start, ['external_batch_id', 'invoices']);
    const { external_batch_id: given = null, invoices } = value;
    if (given !== null && typeof given !== 'string') throw new InputFault('external_batch_id must be a text');
    label = given;
    value = invoices;
    start = members['invoices']?.start ?? start;
  }
  if (!Array.isArray(value)) throw new InputFault('It contains no list of invoices');
  value.forEach(requireObject);
  return { invoices: listElements(text, start).map((own) => ({ text: own, place: null })), label };
}

/** Reads one invoice per line. @throws InputFault with the line. */
export function readNdjsonFile(text: string): JsonInput {
  const invoices = text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '') return [];
    const place = `Line ${index + 1}: `;
    if (!isObject(parse(trimmed, place))) throw new InputFault(`${place}it must be an object`);
    return [{ text: trimmed, place: { row: index + 1, lineRows: [] } }];
  });
  return { invoices, label: null };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function requireObject(value: unknown, index: number): void {
  if (!isObject(value)) throw new InputFault(`invoices[${index}] must be an object`);
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputFault(`${place}it is not JSON: ${(error as Error).message}`);
  }
}

/** Finds the values of an object's members. @throws InputFault for unknown or duplicate members. */
function findMembers(
  text: string,
  at: number,
  names: readonly string[],
): Record<string, { readonly start: number } | undefined> {
  const found: Record<string, { start: number }> = {};
  for (const member of listMembers(text, at)) {
    if (!names.includes(member.name))
      throw new InputFault(`${member.name} is unknown; the known members are ${names.join(', ')}`);
    if (member.name in found) throw new InputFault(`${member.name} occurs twice`);
    found[member.name] = { start: member.at };
  }
  return found;
}
