import type { Html, HtmlValue } from '../../domain/html/html-template.ts';
import type { InvoiceDocument, Recipient } from '../../contracts/invoice-document.ts';
import { html } from './escape-html.ts';
import { fitNumber, PARTY_PLACE } from './fit-number.ts';
import type { Wording } from './languages/wording.ts';
import { buildCountryLabel, buildDocumentLabel, nameCountry } from './party-labels.ts';
import { buildRelatedInvoices, type Reference, type RelatedInvoices } from './rectification.ts';
import { listReferenceTexts } from './references.ts';
import { buildTextLine, buildTextsLine, printText, printTexts } from './stored-text.ts';

/*
 * The blocks between the head of an invoice and its lines: recipients, delivery, related invoices,
 * references, and a third party that issues it.
 */

/** A block: its heading, its lines, and whether it needs the full width of the page. */
type Party = { readonly heading: string; readonly lines: readonly HtmlValue[]; readonly isApart: boolean };

/** Builds a line with the label of a number and the number, which does not wrap. */
function buildNumberLine(label: string, number: string): Html {
  const whole = html` <bdi class="${fitNumber(number, PARTY_PLACE).classes}">${number}</bdi>`;
  return html`<div>${label}${whole}</div>`;
}

function buildAddress(
  {
    address,
    postalCode,
    city,
    countryCode,
  }: Pick<Recipient, 'address' | 'postalCode' | 'city' | 'countryCode'>,
  wording: Wording,
): HtmlValue[] {
  return [
    buildTextLine(address),
    buildTextsLine([postalCode, city]),
    buildTextLine(buildCountryLabel(countryCode, wording)),
  ];
}

/**
 * Builds the contact, the electronic address and the administrative units (DIR3) of a recipient.
 */
function buildRouting({ electronicAddress, dir3, contact }: Recipient, { labels }: Wording): HtmlValue[] {
  const units = [
    [labels.accountingOffice, dir3?.accountingOffice],
    [labels.managingBody, dir3?.managingBody],
    [labels.processingUnit, dir3?.processingUnit],
    [labels.proposingBody, dir3?.proposingBody],
  ] as const;
  return [
    contact !== undefined && buildTextsLine([`${labels.contact}:`, ...listContact(contact)]),
    electronicAddress !== undefined &&
      buildTextsLine([
        `${labels.electronicAddress}:`,
        `${electronicAddress.scheme}:${electronicAddress.value}`,
      ]),
    ...units.map(([label, unit]) => unit != null && buildTextsLine([`${label}:`, unit])),
  ];
}

/** Lists the person, the telephone and the e-mail address of a contact, separated. */
function listContact({ name, phone, email }: NonNullable<Recipient['contact']>): string[] {
  const texts = [name, phone, email].filter((text) => text !== null);
  return texts.map((text, place) => (place === 0 ? text : `· ${text}`));
}

function buildDelivery({ delivery }: InvoiceDocument, wording: Wording): Party | null {
  if (delivery === undefined) return null;
  const { name } = delivery;
  return {
    heading: wording.labels.delivery,
    isApart: false,
    lines: [
      name !== null && html`<div class="name">${printText(name)}</div>`,
      ...buildAddress(delivery, wording),
      // A block has a line, and the country of a Spanish address is not printed.
      isEmptyAddress(delivery) && buildTextLine(nameCountry(delivery.countryCode, wording)),
    ],
  };
}

function isEmptyAddress({
  name,
  address,
  postalCode,
  city,
  countryCode,
}: NonNullable<InvoiceDocument['delivery']>): boolean {
  return countryCode === 'ES' && [name, address, postalCode, city].every((text) => text === null);
}

function buildRecipient(recipient: Recipient, wording: Wording): Party {
  const { name, documentType, documentNumber } = recipient;
  return {
    heading: wording.labels.customer,
    isApart: false,
    lines: [
      html`<div class="name">${printText(name)}</div>`,
      buildNumberLine(buildDocumentLabel(documentType, documentNumber, wording), documentNumber),
      ...buildAddress(recipient, wording),
      ...buildRouting(recipient, wording),
    ],
  };
}

/** Builds the recipients, or the person named on an invoice without an identified recipient. */
function buildCustomers(
  { recipient, otherRecipients = [], addressee }: InvoiceDocument,
  wording: Wording,
): Party[] {
  const recipients = [...(recipient === null ? [] : [recipient]), ...otherRecipients];
  const customers = recipients.map((one) => buildRecipient(one, wording));
  if (addressee === null) return customers;
  const name = addressee.name !== null && html`<div class="name">${printText(addressee.name)}</div>`;
  const lines = [name, ...buildAddress(addressee, wording)];
  return [...customers, { heading: wording.labels.customer, isApart: false, lines }];
}

/** Builds the third party that issues the invoice (RD 1619/2012, art. 5). */
function buildIssuingParty({ issuedBy }: InvoiceDocument, wording: Wording): Party | null {
  if (issuedBy?.role !== 'third_party') return null;
  const { name, documentType, documentNumber, countryCode } = issuedBy;
  return {
    heading: wording.labels.issuedByThirdParty,
    isApart: false,
    lines: [
      name !== null && html`<div class="name">${printText(name)}</div>`,
      documentNumber !== null &&
        documentType !== null &&
        buildNumberLine(buildDocumentLabel(documentType, documentNumber, wording), documentNumber),
      buildTextLine(buildCountryLabel(countryCode, wording)),
    ],
  };
}

function buildReferences(document: InvoiceDocument, wording: Wording): Party | null {
  const texts = listReferenceTexts(document, wording);
  const lines = texts.map((text) => html`<div>${printTexts(text)}</div>`);
  return texts.length === 0 ? null : { heading: wording.labels.references, isApart: false, lines };
}

function buildReference(
  { number, issueDate, issuerNif }: Reference,
  classes: string,
  { related, notation, documents }: Wording,
): Html {
  const date = html`${related.dated}<span class="whole">${notation.formatDate(issueDate)}</span>`;
  const issuer = issuerNif !== null && html` (${documents.nif} <span class="whole">${issuerNif}</span>)`;
  return html`<span class="${classes}">${number}</span>${date}${issuer}`;
}

/**
 * Builds the related invoices: one on a line of its own, or several in one paragraph across the
 * page.
 */
function buildRelated({ heading, references, texts }: RelatedInvoices, wording: Wording): Party {
  const fits = references.map(({ number }) => fitNumber(number, PARTY_PLACE));
  const built = references.map((reference, index) =>
    buildReference(reference, fits[index]!.classes, wording),
  );
  const isSeveral = references.length > 1;
  // A short number and its date stay on the same line.
  const joined = built.map((one, index) => {
    const whole = isSeveral && !fits[index]!.isApart ? html`<span class="whole">${one}</span>` : one;
    return html`${index > 0 && '; '}${whole}`;
  });
  return {
    heading,
    isApart: isSeveral || fits[0]?.isApart === true,
    lines: [
      references.length > 0 && html`<div>${joined}</div>`,
      ...texts.map((text) => html`<div>${printTexts(text)}</div>`),
    ],
  };
}

function buildParty({ heading, lines, isApart }: Party, place: number): Html {
  // Blocks of the first row have the space of the whole group above them.
  return html`<div class="party${isApart && ' apart'}${!isApart && place > 1 && ' below'}">
    <h2>${heading}</h2>
    ${lines}
  </div>`;
}

/**
 * Builds the blocks about recipients, related invoices and references, two in a row. Returns null
 * when there are none.
 */
export function buildParties(document: InvoiceDocument, wording: Wording): Html | null {
  const related = buildRelatedInvoices(document, wording);
  const parties = [
    ...buildCustomers(document, wording),
    buildDelivery(document, wording),
    related && buildRelated(related, wording),
    buildReferences(document, wording),
    buildIssuingParty(document, wording),
  ].filter((party) => party !== null);
  return parties.length === 0 ? null : html`<div class="parties">${parties.map(buildParty)}</div>`;
}
