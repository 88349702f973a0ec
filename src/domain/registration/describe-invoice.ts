import type { TaxType } from '../../contracts/codes.ts';
import type { Recipient, TaxGroup } from '../../contracts/invoice-document.ts';
import type { DocumentHead } from '../invoice/stored-document.ts';
import type {
  Detail,
  Party,
  Rectification,
  RegisteredInvoice,
} from 'verifactu-protocol/records/registered-invoice';
import { identifyParty, isByNif } from './identify-party.ts';
import { registeredAmounts } from './registered-amounts.ts';

/**
 * Describes an issued invoice in the terms of AEAT's record.
 * @param document the document, with `rectified` set if it corrects or replaces an invoice.
 * @param isRecipientOutsideCensus whether a recipient with NIF is identified as not in AEAT's
 *   census; see `cannotBeOutsideCensus`.
 */
export function describeInvoice(document: DocumentHead, isRecipientOutsideCensus = false): RegisteredInvoice {
  const { issuer, number, issueDate, type, operationDate, description } = document;
  const { recipient, otherRecipients = [] } = document;
  const recipients = recipient === null ? [] : [recipient, ...otherRecipients];
  return {
    issuer,
    number,
    issueDate,
    type,
    operationDate,
    description,
    rectification: type.startsWith('R') ? describeRectification(document) : undefined,
    replaces: type === 'F3' ? (document.replaces ?? listRectified(document)) : undefined,
    isQualifiedSimplified: document.simplifiedQualified,
    hasUnidentifiedRecipient: document.unidentifiedRecipient,
    issuedBy: describeIssuedBy(document.issuedBy),
    recipients: recipients.map((each) => describeRecipient(each, isRecipientOutsideCensus)),
    hasCoupon: document.coupon,
    details: document.groups.map(describeGroup),
    ...registeredAmounts(document),
  };
}

/** A reference of version 1 names one invoice of the issuer, and corrects it by differences. */
function describeRectification(document: DocumentHead): Rectification {
  return document.rectification ?? { method: 'differences', invoices: listRectified(document) };
}

function listRectified({ rectified, issuer }: DocumentHead): Rectification['invoices'] {
  return rectified === null ? [] : [{ issuerNif: issuer.nif, ...rectified }];
}

function describeIssuedBy(issuedBy: DocumentHead['issuedBy']): RegisteredInvoice['issuedBy'] {
  if (issuedBy === undefined) return undefined;
  const { role, name, documentType, documentNumber, countryCode } = issuedBy;
  if (role === 'recipient') return 'recipient';
  const party = { documentType: documentType!, documentNumber: documentNumber!, countryCode };
  return { name: name!, identification: identifyParty(party) };
}

function describeRecipient(recipient: Recipient, isOutsideCensus: boolean): Party {
  const identification =
    isOutsideCensus && isByNif(recipient)
      ? ({ country: 'ES', type: '07', id: recipient.documentNumber } as const)
      : identifyParty(recipient);
  return { name: recipient.name, identification };
}

/**
 * AEAT's list L1; `psi` is the IPSI of Ceuta and Melilla. VAT of other member states is registered
 * as not subject to IVA.
 */
const TAX_KINDS: Readonly<Record<TaxType, Detail['taxKind']>> = {
  iva: '01',
  psi: '02',
  igic: '03',
  others: '05',
  oss: '01',
};

function describeGroup(group: TaxGroup): Detail {
  const { base, tax, surcharge, costBase } = group.euro ?? group;
  return {
    taxKind: TAX_KINDS[group.taxType],
    regime: group.regime,
    operationKey: group.operationKey,
    exemption: group.exemptionCode,
    rate: group.rate,
    base,
    costBase,
    tax: group.rate === null ? null : tax,
    surchargeRate: group.surchargeRate,
    surcharge,
  };
}
