import type { InvoiceDocument, PersonName, Recipient } from '../../../contracts/invoice-document.ts';
import type { InvoiceInput, PartyInput, PersonNameInput } from '../../../contracts/v2/invoice-input.ts';
import { REFERENCES } from '../../../contracts/v2/reference-members.ts';

/**
 * Returns the members of a credit that are those of the credited invoice: the parties, the day of
 * the operation, whose rates apply (LIVA art. 90.Dos), the currency with its rate, and the
 * references. What concerns the payment of the invoice is left out.
 * @param original as it was issued.
 */
export function copyHeader(original: InvoiceDocument): InvoiceInput {
  const { issuer, references, delivery, period, issuedBy, currency, exchangeRate, footerNote } = original;
  const { spfeChannel } = original;
  return {
    issuer_nif: issuer.nif,
    issuer_name: issuer.name,
    ...(issuer.personName && { issuer_person_name: writePersonName(issuer.personName) }),
    operation_date: original.operationDate ?? original.issueDate,
    ...copyRecipients(original),
    ...(original.simplifiedQualified && { simplified_qualified: true }),
    ...(issuedBy && {
      issued_by:
        issuedBy.role === 'recipient'
          ? { role: issuedBy.role }
          : {
              role: issuedBy.role,
              name: issuedBy.name,
              document: {
                type: issuedBy.documentType,
                number: issuedBy.documentNumber,
                country_code: issuedBy.countryCode,
              },
            },
    }),
    ...(currency !== undefined && { currency, exchange_rate: exchangeRate! }),
    ...(original.pricesIncludeTax && { prices_include_tax: true }),
    ...Object.fromEntries(
      REFERENCES.flatMap(({ member, stored }) => {
        const text = references?.[stored];
        return text === undefined ? [] : [[member, text]];
      }),
    ),
    ...(references?.deliveryNotes && { delivery_note_references: references.deliveryNotes }),
    ...(delivery && {
      delivery: {
        name: delivery.name,
        address: delivery.address,
        postal_code: delivery.postalCode,
        city: delivery.city,
        country_code: delivery.countryCode,
      },
    }),
    ...(period && { period }),
    ...(footerNote !== null && { footer_note: footerNote }),
    ...(spfeChannel !== undefined && { spfe_channel: spfeChannel }),
  };
}

function copyRecipients({
  recipient,
  otherRecipients = [],
  addressee,
  unidentifiedRecipient,
}: InvoiceDocument): Pick<InvoiceInput, 'recipients' | 'has_unidentified_recipient'> {
  if (recipient !== null) return { recipients: [recipient, ...otherRecipients].map(writeParty) };
  if (!unidentifiedRecipient) return {};
  if (addressee === null) return { has_unidentified_recipient: true };
  return {
    recipients: [
      {
        not_identified: true,
        name: addressee.name,
        country_code: addressee.countryCode,
        address: addressee.address,
        postal_code: addressee.postalCode,
        city: addressee.city,
      },
    ],
  };
}

function writeParty(recipient: Recipient): PartyInput {
  const { personName, electronicAddress, dir3, contact, isBusiness } = recipient;
  return {
    name: recipient.name,
    ...(personName && { person_name: writePersonName(personName) }),
    document_type: recipient.documentType,
    document_number: recipient.documentNumber,
    country_code: recipient.countryCode,
    address: recipient.address,
    postal_code: recipient.postalCode,
    city: recipient.city,
    ...(electronicAddress && { electronic_address: electronicAddress }),
    ...(dir3 && {
      dir3: {
        accounting_office: dir3.accountingOffice,
        managing_body: dir3.managingBody,
        processing_unit: dir3.processingUnit,
        proposing_body: dir3.proposingBody,
      },
    }),
    ...(contact && { contact }),
    ...(isBusiness !== undefined && { is_business: isBusiness }),
  };
}

function writePersonName({ givenName, firstSurname, secondSurname }: PersonName): PersonNameInput {
  return { given_name: givenName, first_surname: firstSurname, second_surname: secondSurname };
}
