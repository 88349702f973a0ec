import { isNif, isPersonNif } from 'verifactu-protocol/records/nif';
import type { InvoiceDocument, PersonName, Recipient } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';
import { MEMBER_NAMES, nameMember } from '../reading/findings.ts';
import { isByNif } from '../registration/identify-party.ts';
import type { RequestRules } from '../reading/request-rules.ts';

/** A party of an invoice about which AEAT's census can be asked. */
export type Party = {
  readonly role: 'issuer' | 'recipient';
  readonly nif: string;
  readonly isPerson: boolean;
  /**
   * The names to ask about, as `normaliseName` writes them: the name of the invoice and, if its parts
   * are stated, the surnames before the given name, which is the order of the census.
   */
  readonly names: readonly string[];
  /** Path of the member with the NIF, and its name in messages. */
  readonly field: string;
  readonly label: Text;
};

type PartiesOfDocument = Pick<InvoiceDocument, 'issuer' | 'recipient' | 'otherRecipients'>;

/**
 * Lists the issuer and the Spanish recipients of an invoice. Recipients with another document than a
 * NIF are left out: VIES and not the census knows VAT numbers, and `not_registered` states that AEAT
 * does not know the person.
 */
export function listParties(
  { issuer, recipient, otherRecipients = [] }: PartiesOfDocument,
  { isFlat }: RequestRules,
): Party[] {
  const recipients = recipient === null ? [] : [recipient, ...otherRecipients];
  return [
    {
      role: 'issuer',
      ...identify(issuer.nif, issuer.name, issuer.personName),
      field: 'issuer_nif',
      label: MEMBER_NAMES.issuer_nif,
    },
    ...recipients.flatMap((each, index): Party[] =>
      isAskable(each)
        ? [
            {
              role: 'recipient',
              ...identify(each.documentNumber, each.name, each.personName),
              ...placeOf(index, isFlat),
            },
          ]
        : [],
    ),
  ];
}

/** Writes a name as AEAT's census has it: in capitals, with one blank between words. */
export function normaliseName(name: string): string {
  return name.normalize('NFC').toUpperCase().replaceAll(/\s+/gu, ' ').trim();
}

function isAskable(recipient: Recipient): boolean {
  return isByNif(recipient) && isNif(recipient.documentNumber);
}

function identify(
  nif: string,
  name: string,
  parts: PersonName | undefined,
): Pick<Party, 'nif' | 'isPerson' | 'names'> {
  const isPerson = isPersonNif(nif);
  const inOrder =
    isPerson && parts !== undefined
      ? [`${parts.firstSurname} ${parts.secondSurname ?? ''} ${parts.givenName}`]
      : [];
  return { nif, isPerson, names: [...new Set([name, ...inOrder].map(normaliseName))] };
}

function placeOf(index: number, isFlat: boolean): Pick<Party, 'field' | 'label'> {
  if (isFlat) return { field: 'recipient_document_number', label: MEMBER_NAMES.recipient_document_number };
  const label = nameMember(formatMessage('recipient', { number: index + 1 }), 'document_number');
  return { field: `recipients[${index}].document_number`, label };
}
