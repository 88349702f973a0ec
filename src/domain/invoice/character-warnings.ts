import type { WarningCode } from '../../contracts/codes.ts';
import { nameCodePoint, normaliseText } from '../../contracts/shown-text.ts';
import type { InvoiceInput } from '../../contracts/v2/invoice-input.ts';
import { REFERENCES } from '../../contracts/v2/reference-members.ts';
import { LINE_TEXTS } from '../../contracts/v2/line-members.ts';
import { BOX, showText } from '../fonts/show-text.ts';
import {
  type Findings,
  type InvoiceMember,
  type LineMember,
  type ReportOn,
  MEMBER_NAMES,
} from '../reading/findings.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

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
  ...REFERENCES.map(({ member }) => member),
] as const satisfies readonly InvoiceMember[];
const PRINTED_LINE_MEMBERS = [
  'concept',
  'notes',
  ...LINE_TEXTS.map(({ member }) => member),
] as const satisfies readonly LineMember[];
/**
 * Maximum number of characters that one warning names; a text may contain hundreds that are
 * missing.
 */
const MAX_NAMED = 5;

/**
 * Warns of characters in the printed texts of an invoice that the PDF cannot show.
 * @param sent the whole invoice as sent.
 */
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
    for (const list of LISTS)
      for (const [place, { reason }] of (line[list] ?? []).entries()) {
        const label = () => formatMessage(`line_${list}`, { line: index + 1, number: place + 1 });
        warnOfCharacters(reason, 'reason', warnings.reportIn(`lines[${index}].${list}[${place}]`, label));
      }
  }
}

const LISTS = ['allowances', 'charges'] as const;

type NestedTexts = {
  readonly place: string;
  readonly label: Text | (() => Text);
  readonly texts: Readonly<Record<string, string | null | undefined>>;
};

function listReasons(list: (typeof LISTS)[number], items: InvoiceInput['allowances']): NestedTexts[] {
  return (items ?? []).map(({ reason }, index) => ({
    place: `${list}[${index}]`,
    label: () => formatMessage(list, { number: index + 1 }),
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
  reimbursable_expenses: expenses,
  allowances,
  charges,
}: InvoiceInput): NestedTexts[] {
  return [
    ...(recipients ?? []).map(({ name, address, postal_code, city, document_number }, index) => ({
      place: `recipients[${index}]`,
      label: () => formatMessage('recipient', { number: index + 1 }),
      texts: { name, document_number, address, postal_code, city },
    })),
    ...(recipients ?? []).flatMap(({ contact }, index) =>
      contact
        ? [
            {
              place: `recipients[${index}].contact`,
              label: () =>
                formatMessage('contact_of', { party: formatMessage('recipient', { number: index + 1 }) }),
              texts: { ...contact },
            },
          ]
        : [],
    ),
    ...(rectification
      ? [
          {
            place: 'rectification',
            label: MEMBER_NAMES.rectification,
            texts: { reason: rectification.reason },
          },
        ]
      : []),
    ...(issuedBy
      ? [{ place: 'issued_by', label: MEMBER_NAMES.issued_by, texts: { name: issuedBy.name } }]
      : []),
    ...(payment
      ? [
          {
            place: 'payment',
            label: MEMBER_NAMES.payment,
            texts: { terms: payment.terms, reference: payment.reference },
          },
        ]
      : []),
    ...(delivery ? [{ place: 'delivery', label: MEMBER_NAMES.delivery, texts: { ...delivery } }] : []),
    ...(payee ? [{ place: 'payee', label: MEMBER_NAMES.payee, texts: { ...payee } }] : []),
    ...(expenses ?? []).map(({ description }, index) => ({
      place: `reimbursable_expenses[${index}]`,
      label: () => formatMessage('reimbursable_expense', { number: index + 1 }),
      texts: { description },
    })),
    ...listReasons('allowances', allowances),
    ...listReasons('charges', charges),
  ];
}

/**
 * Warns of characters that the PDF cannot show. The invoice is still valid: its record and the API
 * contain the text as sent.
 */
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
  const list =
    others === 0
      ? named.join(', ')
      : formatMessage('characters_and_more', { characters: named.join(', '), number: others });
  const says = formatMessage('missing_glyphs', { list, box: BOX });
  report(member, 'characters_not_printable', says);
}
