/* Answers of the SPFE as the stand-in writes them. */

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const leaf = (name: string, text: string | null | undefined) =>
  text === null || text === undefined || text === '' ? '' : `<cbc:${name}>${text}</cbc:${name}>`;

export type Reference = {
  readonly number: string;
  readonly date?: string;
  readonly nif?: string | null;
  readonly status: string | null;
  readonly localizador?: string;
  readonly csv?: string;
  readonly kind?: 'original' | 'copy';
};

/** Writes what an answer says of one document. */
export function writeReference(reference: Reference): string {
  const { number, date = '2027-11-22', nif = 'B12345674', status, localizador, csv, kind } = reference;
  return (
    '<cac:DocumentReference>' +
    leaf('ID', number) +
    leaf('UUID', csv) +
    leaf('IssueDate', date) +
    leaf('DocumentTypeCode', kind) +
    leaf('ReferencedDocumentInternalAddress', localizador) +
    leaf('DocumentStatusCode', status) +
    (nif === null
      ? ''
      : `<cac:IssuerParty><cac:PartyTaxScheme>${leaf('CompanyID', nif)}<cac:TaxScheme>${leaf('ID', 'LOC')}</cac:TaxScheme></cac:PartyTaxScheme></cac:IssuerParty>`) +
    '</cac:DocumentReference>'
  );
}

/** Writes the answer to documents or a message. */
export function writeStatus({
  code,
  rows,
  csv = 'CSV0001',
  status = '',
  events = '',
}: {
  readonly code: string;
  readonly rows: readonly string[];
  readonly csv?: string;
  readonly status?: string;
  readonly events?: string;
}): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><DocumentStatus xmlns="${UBL}:DocumentStatus-2" ` +
    `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">` +
    `${leaf('ID', csv)}${leaf('IssueDate', '2027-11-22')}` +
    `<cac:DocumentResponse><cac:Response>${leaf('ResponseCode', code)}${status}</cac:Response>${rows.join('')}</cac:DocumentResponse>` +
    `${events}</DocumentStatus>`
  );
}

/** Writes the answer to a query. */
export function writeFound({
  rows,
  page,
  events = '',
}: {
  readonly rows: readonly string[];
  readonly page?: { readonly reason: string; readonly key: string };
  readonly events?: string;
}): string {
  const status =
    page === undefined
      ? ''
      : `<cac:Status>${leaf('StatusReasonCode', page.reason)}${leaf('SequenceID', page.key)}</cac:Status>`;
  return writeStatus({ code: '200', rows, status, events });
}
