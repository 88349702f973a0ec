import type { WarningCode } from '../../contracts/codes.ts';
import { nameCodePoint, normaliseText } from '../../contracts/shown-text.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { BOX, showText } from '../fonts/show-text.ts';
import type { Findings, InvoiceMember, LineMember, ReportOn } from '../reading/findings.ts';

/** Texts that the pages show. */
const PRINTED_MEMBERS = [
  'issuer_name',
  'operation_description',
  'recipient_legal_name',
  'recipient_document_number',
  'recipient_billing_address',
  'recipient_billing_postal_code',
  'recipient_billing_city',
  'payment_method_info',
  'footer_note',
  'buyer_reference',
  'order_reference',
  'contract_reference',
  'project_reference',
  'accounting_reference',
] as const satisfies readonly InvoiceMember[];
const PRINTED_LINE_MEMBERS = [
  'concept',
  'notes',
  'item_code',
  'buyer_item_code',
  'order_line_reference',
] as const satisfies readonly LineMember[];
/** Maximum number of characters that one warning names; a text may contain hundreds that are missing. */
const MAX_NAMED = 5;

/** Warns of characters in the printed texts of an invoice that the PDF cannot show. @param sent the whole invoice as sent. */
export function warnOfAllCharacters(sent: InvoiceInput, warnings: Findings<WarningCode>): void {
  for (const member of PRINTED_MEMBERS) warnOfCharacters(sent[member], member, warnings.report);
  const notes = sent.delivery_note_references?.join(' ');
  warnOfCharacters(notes, 'delivery_note_references', warnings.report);
  for (const { place, label, texts } of listNestedTexts(sent)) {
    const report = warnings.reportIn<string>(place, label);
    for (const [member, text] of Object.entries(texts)) warnOfCharacters(text, member, report);
  }
  for (const [index, line] of (sent.lines ?? []).entries()) {
    const report = warnings.reportOnLine(index);
    for (const member of PRINTED_LINE_MEMBERS) warnOfCharacters(line[member], member, report);
    for (const [list, name] of LINE_LISTS)
      for (const [place, { reason }] of (line[list] ?? []).entries()) {
        const label = `Line ${index + 1}, ${name} ${place + 1}`;
        warnOfCharacters(reason, 'reason', warnings.reportIn(`lines[${index}].${list}[${place}]`, label));
      }
  }
}

const LINE_LISTS = [
  ['allowances', 'allowance'],
  ['charges', 'charge'],
] as const;

type NestedTexts = {
  readonly place: string;
  readonly label: string;
  readonly texts: Readonly<Record<string, string | null | undefined>>;
};

function listReasons(
  list: 'allowances' | 'charges',
  label: string,
  items: InvoiceInput['allowances'],
): NestedTexts[] {
  return (items ?? []).map(({ reason }, index) => ({
    place: `${list}[${index}]`,
    label: `${label} ${index + 1}`,
    texts: { reason },
  }));
}

/** Lists the printed texts in the objects and lists that version 2 adds. */
function listNestedTexts({
  recipients,
  rectification,
  issued_by: issuedBy,
  payment,
  delivery,
  payee,
  allowances,
  charges,
}: InvoiceInput): NestedTexts[] {
  return [
    ...(recipients ?? []).map(({ name, address, postal_code, city, document_number }, index) => ({
      place: `recipients[${index}]`,
      label: `Recipient ${index + 1}`,
      texts: { name, document_number, address, postal_code, city },
    })),
    ...(recipients ?? []).flatMap(({ contact }, index) =>
      contact
        ? [
            {
              place: `recipients[${index}].contact`,
              label: `Recipient ${index + 1}, contact`,
              texts: { ...contact },
            },
          ]
        : [],
    ),
    ...(rectification
      ? [{ place: 'rectification', label: 'Rectification', texts: { reason: rectification.reason } }]
      : []),
    ...(issuedBy ? [{ place: 'issued_by', label: 'Issued by', texts: { name: issuedBy.name } }] : []),
    ...(payment
      ? [
          {
            place: 'payment',
            label: 'Payment',
            texts: { terms: payment.terms, reference: payment.reference },
          },
        ]
      : []),
    ...(delivery ? [{ place: 'delivery', label: 'Delivery', texts: { ...delivery } }] : []),
    ...(payee ? [{ place: 'payee', label: 'Payee', texts: { ...payee } }] : []),
    ...listReasons('allowances', 'Allowance', allowances),
    ...listReasons('charges', 'Charge', charges),
  ];
}

/** Warns of characters that the PDF cannot show. The invoice is still valid: its record and the API contain the text as sent. */
function warnOfCharacters<Member extends string>(
  text: string | null | undefined,
  member: Member,
  report: ReportOn<Member, WarningCode>,
): void {
  const missing = new Set<string>();
  showText(normaliseText(text ?? ''), (character) => void missing.add(character));
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MAX_NAMED).map(nameCodePoint);
  const others = missing.size - named.length;
  const list = others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
  const says = `contains ${list}, which the fonts of the PDF do not have, or cannot combine with the preceding letter: the PDF shows ${BOX} instead`;
  report(member, 'characters_not_printable', says);
}
