import { escapeXml } from '../../../src/xml/write-xml.ts';
import { DAY, NAMESPACES, SELLER } from './write-invoice.ts';

/** An invoice that a message names. */
export type Named = {
  readonly nif?: string;
  readonly number?: string;
  readonly date?: string;
  readonly locator?: string;
  /** Default: QUERY. */
  readonly name?: string;
  readonly effectiveDate?: string | null;
  /** The content of each cac:Status. */
  readonly statuses?: readonly string[];
  readonly hasName?: boolean;
};

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
/** The events without a day. */
const DAYLESS = /^(?:QUERY|CANCEL(?!INVOICE).*)$/;

export const dated = (name: string, day: string) =>
  `<cbc:ReferenceDate>${day}</cbc:ReferenceDate><cac:Condition><cbc:AttributeID>${name}</cbc:AttributeID></cac:Condition>`;

const party = (nif: string, name: string | null) =>
  `<cac:PartyTaxScheme><cbc:CompanyID schemeID="FC">${nif}</cbc:CompanyID><cac:TaxScheme><cbc:ID>LOC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>` +
  (name === null
    ? ''
    : `<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>`);

function writeNamed({
  nif = SELLER,
  number = 'F-1',
  date = DAY,
  locator,
  name = 'QUERY',
  effectiveDate = DAYLESS.test(name) ? null : DAY,
  statuses = name === 'PAYMENT' ? [dated('DueDate', DAY)] : [],
  hasName = true,
}: Named): string {
  const response =
    `<cbc:ResponseCode>${name}</cbc:ResponseCode>` +
    (effectiveDate === null ? '' : `<cbc:EffectiveDate>${effectiveDate}</cbc:EffectiveDate>`) +
    statuses.map((status) => `<cac:Status>${status}</cac:Status>`).join('');
  const reference =
    `<cbc:ID>${escapeXml(number)}</cbc:ID>` +
    (locator === undefined
      ? `<cbc:IssueDate>${date}</cbc:IssueDate>`
      : `<cbc:ReferencedDocumentInternalAddress>${locator}</cbc:ReferencedDocumentInternalAddress>`) +
    `<cac:IssuerParty>${party(nif, hasName ? 'Empresa Ejemplo, S.L.' : null)}</cac:IssuerParty>`;
  return `<cac:DocumentResponse><cac:Response>${response}</cac:Response><cac:DocumentReference>${reference}</cac:DocumentReference></cac:DocumentResponse>`;
}

/** Writes an ApplicationResponse about invoices. */
export function writeApplicationResponse(invoices: readonly Named[]): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<ApplicationResponse xmlns="${UBL}:ApplicationResponse-2" ${NAMESPACES}>` +
    `<cbc:ID>6b1f2c52</cbc:ID><cbc:IssueDate>${DAY}</cbc:IssueDate><cac:SenderParty>${party(SELLER, 'Empresa Ejemplo, S.L.')}</cac:SenderParty>` +
    `<cac:ReceiverParty>${party('Q2826000H', 'AEAT')}</cac:ReceiverParty>${invoices.map(writeNamed).join('')}</ApplicationResponse>`
  );
}
