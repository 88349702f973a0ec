import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import type { RecipientProfile } from '../../contracts/recipient-profile.ts';
import { isNameOf } from '../invoice/read-person-name.ts';
import { findVersion } from '../invoice/stored-document.ts';
import { profiledNumberOf } from './profiled-number.ts';

/** Profiles by the numbers of their recipients, in the form that `readProfiledNumber` gives. */
export type RecipientProfiles = ReadonlyMap<string, RecipientProfile>;

/** Lists the numbers of the recipients of documents that may have a profile. */
export function listProfiledNumbers(documents: Iterable<InvoiceDocument>): string[] {
  const numbers = new Set<string>();
  for (const document of documents)
    for (const recipient of listRecipients(document)) {
      const number = profiledNumberOf(recipient);
      if (number !== null) numbers.add(number);
    }
  return [...numbers];
}

/**
 * Completes a document that is about to be issued with the profiles of its recipients. What the
 * invoice states itself takes precedence. The references of the buyer, the unit and the channel come from the
 * profile of the first recipient. The parts of a name are those of the profile only if the invoice
 * names the recipient so.
 */
export function completeDocument(document: InvoiceDocument, profiles: RecipientProfiles): InvoiceDocument {
  const profileOf = (recipient: Recipient) => profiles.get(profiledNumberOf(recipient) ?? '');
  const recipients = listRecipients(document);
  if (recipients.every((recipient) => profileOf(recipient) === undefined)) return document;
  const completed = recipients.map((recipient) => completeRecipient(recipient, profileOf(recipient)));
  const { buyerReference, accountingReference, defaultUnitCode, spfeChannel } =
    profileOf(recipients[0]!) ?? {};
  const ofProfile = {
    ...(buyerReference !== undefined && { buyer: buyerReference }),
    ...(accountingReference !== undefined && { accounting: accountingReference }),
  };
  const { references, lines } = document;
  const result: InvoiceDocument = {
    ...(spfeChannel !== undefined && { spfeChannel }),
    ...document,
    recipient: completed[0]!,
    ...(completed.length > 1 && { otherRecipients: completed.slice(1) }),
    ...(Object.keys(ofProfile).length > 0 && { references: { ...ofProfile, ...references } }),
    ...(defaultUnitCode !== undefined && {
      lines: lines.map((line) =>
        line.unitCode === undefined ? { ...line, unitCode: defaultUnitCode } : line,
      ),
    }),
  };
  result.version = findVersion(result);
  return result;
}

/** Lists the recipients of a document, the first one first. */
export function listRecipients({ recipient, otherRecipients = [] }: InvoiceDocument): readonly Recipient[] {
  return recipient === null ? [] : [recipient, ...otherRecipients];
}

function completeRecipient(recipient: Recipient, profile: RecipientProfile = {}): Recipient {
  const { electronicAddress, dir3, contact, personName, isBusiness } = profile;
  return {
    ...(electronicAddress !== undefined && { electronicAddress }),
    ...(dir3 !== undefined && { dir3 }),
    ...(contact !== undefined && { contact }),
    ...(personName !== undefined && isNameOf(personName, recipient.name) && { personName }),
    ...(isBusiness !== undefined && { isBusiness }),
    ...recipient,
  };
}
