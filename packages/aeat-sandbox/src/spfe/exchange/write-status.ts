import { formatTimestamp } from '../../records/calendar.ts';
import { branch, escapeXml, leaf } from '../../xml/write-xml.ts';
import { AEAT_NIF } from '../wire/message-header.ts';
import type { SpfeEvent, UniqueCode } from '../book/change.ts';
import { nameVerdict, textOf, type Verdict } from './verdict.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const AEAT = 'Agencia Estatal de Administración Tributaria';
/** Stands in every DocumentStatus. */
export const NOTICE = 'Simulación: no es una respuesta de la AEAT ni dice nada sobre su servicio';

/** Writes a DocumentStatus. @param id the CSV of a submission, or the number of an answer. */
export function writeStatus(id: string, now: number, responses: string): string {
  const [date = '', time = ''] = formatTimestamp(now).split('T');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<DocumentStatus xmlns="${UBL}:DocumentStatus-2" ` +
    `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">` +
    leaf('cbc:ID', id) +
    leaf('cbc:IssueDate', date) +
    leaf('cbc:IssueTime', time) +
    leaf('cbc:Note', NOTICE) +
    branch(
      'cac:SenderParty',
      scheme(AEAT_NIF),
      branch('cac:PartyLegalEntity', leaf('cbc:RegistrationName', AEAT)),
    ) +
    responses +
    '</DocumentStatus>'
  );
}

/** Writes cac:DocumentResponse: the code of the whole with cac:Status, if any, and its references. */
export function writeResponse(code: string, references: readonly string[], status = ''): string {
  return branch(
    'cac:DocumentResponse',
    branch('cac:Response', leaf('cbc:ResponseCode', code), status),
    references.join(''),
  );
}

/** Writes the response to a submission: 200 all, 206 some, 400 none. */
export function writeVerdicts(shown: readonly Verdict[], all: readonly Verdict[]): string {
  const taken = all.filter(({ refusal }) => refusal === null).length;
  return writeResponse(summarise(taken, all.length), shown.map(writeVerdict));
}

export function summarise(taken: number, count: number): '200' | '206' | '400' {
  if (taken === count) return '200';
  return taken === 0 ? '400' : '206';
}

export type ReferenceParts = {
  readonly code: UniqueCode | null;
  /** What stands for the number if there is no code. */
  readonly id?: string;
  readonly copy?: boolean;
  readonly csv?: string;
  readonly locator?: string | null;
  readonly status: string | null;
  readonly text?: string | null;
};

/** Writes cac:DocumentReference in the order of UBL 2.5. */
export function writeReference({ code, id = '-', copy, csv, locator, status, text }: ReferenceParts): string {
  return branch(
    'cac:DocumentReference',
    leaf('cbc:ID', code?.number ?? id),
    leaf('cbc:CopyIndicator', copy === undefined ? null : String(copy)),
    leaf('cbc:UUID', csv ?? null),
    leaf('cbc:IssueDate', code?.date ?? null),
    leaf('cbc:DocumentTypeCode', copy === undefined ? null : copy ? 'copy' : 'original'),
    leaf('cbc:ReferencedDocumentInternalAddress', locator ?? null),
    leaf('cbc:DocumentStatusCode', status),
    leaf('cbc:DocumentDescription', text ?? null),
    code === null ? '' : branch('cac:IssuerParty', scheme(code.nif)),
  );
}

/** Writes an event as cac:AdditionalDocumentResponse. */
export function writeEvent(
  code: UniqueCode,
  event: Omit<SpfeEvent, 'name'> & { readonly name: string },
): string {
  const dated = [
    ['DueDate', event.dueDate],
    ['ShipmentDate', event.shipmentDate],
    ['ReceptionDate', event.receptionDate],
  ] as const;
  const statuses = [
    event.conditionCode && leaf('cbc:ConditionCode', event.conditionCode),
    ...dated.map(([name, day]) => day && leaf('cbc:ReferenceDate', day) + condition(name)),
    event.isCorrected && leaf('cbc:StatusReason', 'CorrectedInvoice'),
    event.isNegative && leaf('cbc:StatusReason', 'NegativeAmountInvoice'),
    event.hasFinancing && condition('FinancingArrangement'),
  ];
  return branch(
    'cac:AdditionalDocumentResponse',
    branch(
      'cac:Response',
      leaf('cbc:ResponseCode', event.name),
      leaf('cbc:EffectiveDate', event.effectiveDate ?? null),
      statuses.map((status) => (status ? branch('cac:Status', status) : '')).join(''),
    ),
    writeReference({ code, status: null }),
  );
}

function condition(name: string): string {
  return branch('cac:Condition', leaf('cbc:AttributeID', name));
}

function writeVerdict(verdict: Verdict): string {
  const { code, id, locator } = verdict;
  return writeReference({ code, id, locator, status: nameVerdict(verdict), text: textOf(verdict) });
}

/** The tax scheme of a NIF. */
function scheme(nif: string): string {
  return branch(
    'cac:PartyTaxScheme',
    `<cbc:CompanyID schemeID="FC">${escapeXml(nif)}</cbc:CompanyID>`,
    branch('cac:TaxScheme', leaf('cbc:ID', 'LOC')),
  );
}
