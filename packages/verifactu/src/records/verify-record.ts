import { hashAlta, hashAnulacion } from './hash-record.ts';
import { formatRecordDate } from './xml.ts';

/** A stored registration record with the data of its invoice and its chain. */
export type StoredRecord = {
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly previousHash: string | null;
  readonly hash: string;
  readonly xml: string;
  readonly invoice: {
    readonly issuerNif: string;
    readonly number: string;
    /** `YYYY-MM-DD`. */
    readonly issueDate: string;
    readonly total: string;
  };
};

/** The data of a verified record to which the next record must link. */
export type VerifiedLink = { readonly sequence: number; readonly hash: string; readonly identity: string };

/**
 * Verifies the sequence, the link, the identity and the huella of a record against the previous
 * record. They are computed from the literals of the record's XML.
 * @param previous null for the first record.
 * @returns the link for the next record, or a description of the error.
 */
export function verifyRecord(record: StoredRecord, previous: VerifiedLink | null): VerifiedLink | string {
  const expected = (previous?.sequence ?? 0) + 1;
  if (record.sequence !== expected) return `sequence is ${record.sequence} instead of ${expected}`;
  const root = record.kind === 'alta' ? 'RegistroAlta' : 'RegistroAnulacion';
  const body = readElement(record.xml, root);
  if (body === null || record.xml.length !== body.length + 2 * `<si:${root}>`.length + 1)
    return `the XML is not one ${root}`;

  const suffix = record.kind === 'alta' ? '' : 'Anulada';
  const idFactura = readElement(body, 'IDFactura') ?? '';
  const fields = {
    issuerNif: readText(idFactura, `IDEmisorFactura${suffix}`),
    number: readText(idFactura, `NumSerieFactura${suffix}`),
    issueDate: readText(idFactura, `FechaExpedicionFactura${suffix}`),
    type: readText(body, 'TipoFactura'),
    taxTotal: readText(body, 'CuotaTotal'),
    total: readText(body, 'ImporteTotal'),
    generatedAt: readText(body, 'FechaHoraHusoGenRegistro'),
  };
  const identity = [fields.issuerNif, fields.number, fields.issueDate].join(' ');
  const { invoice } = record;
  if (identity !== [invoice.issuerNif, invoice.number, formatRecordDate(invoice.issueDate)].join(' ')) {
    return `the XML registers ${identity}, which is not the issued invoice of the record`;
  }
  if (record.kind === 'alta' && fields.total !== invoice.total) {
    return `ImporteTotal is ${fields.total}, the issued invoice says ${invoice.total}`;
  }

  const link = readLink(body);
  if (link === null) return 'Encadenamiento cannot be read';
  if ((record.previousHash ?? '') !== (previous?.hash ?? ''))
    return 'the stored link is not the huella of the record before it';
  if (link.hash !== (previous?.hash ?? ''))
    return 'RegistroAnterior has another huella than the record before it';
  if (link.identity !== (previous?.identity ?? ''))
    return 'RegistroAnterior names another invoice than the record before it';

  const literals = { ...fields, previousHash: link.hash };
  const hash = record.kind === 'alta' ? hashAlta(literals) : hashAnulacion(literals);
  if (hash !== record.hash) return 'the stored huella differs from that computed from the literals';
  if (readText(body, 'Huella', 'last') !== hash)
    return 'Huella in the XML differs from that computed from the literals';
  return { sequence: record.sequence, hash, identity };
}

/**
 * Verifies the sequence and the link of a record whose XML is archived. The row does not contain
 * the rest.
 * @param previous null for the first record.
 * @returns the link for the next record, or a description of the error.
 */
export function verifyLink(
  { sequence, previousHash, hash, invoice }: Omit<StoredRecord, 'xml'>,
  previous: VerifiedLink | null,
): VerifiedLink | string {
  const expected = (previous?.sequence ?? 0) + 1;
  if (sequence !== expected) return `sequence is ${sequence} instead of ${expected}`;
  if ((previousHash ?? '') !== (previous?.hash ?? ''))
    return 'the stored link is not the huella of the record before it';
  const identity = [invoice.issuerNif, invoice.number, formatRecordDate(invoice.issueDate)].join(' ');
  return { sequence, hash, identity };
}

/**
 * Reads from the XML of a record the link to the previous record, for the case that the previous
 * record is archived.
 * @returns null for the first record or if the link cannot be read.
 */
export function readLinkBefore({ sequence, kind, xml }: StoredRecord): VerifiedLink | null {
  const body = readElement(xml, kind === 'alta' ? 'RegistroAlta' : 'RegistroAnulacion');
  const link = body === null ? null : readLink(body);
  return link === null || sequence === 1 ? null : { sequence: sequence - 1, ...link };
}

function readLink(body: string): { hash: string; identity: string } | null {
  const block = readElement(body, 'Encadenamiento');
  if (block === null) return null;
  if (readText(block, 'PrimerRegistro') === 'S') return { hash: '', identity: '' };
  const previous = readElement(block, 'RegistroAnterior');
  if (previous === null) return null;
  const names = ['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'];
  return {
    hash: readText(previous, 'Huella'),
    identity: names.map((name) => readText(previous, name)).join(' '),
  };
}

/**
 * Returns the content of an element without attributes and with prefix `si`; null if there is none.
 */
function readElement(xml: string, name: string, which: 'first' | 'last' = 'first'): string | null {
  const open = `<si:${name}>`;
  const start = which === 'first' ? xml.indexOf(open) : xml.lastIndexOf(open);
  const end = xml.indexOf(`</si:${name}>`, start);
  return start < 0 || end < 0 ? null : xml.slice(start + open.length, end);
}

function readText(xml: string, name: string, which: 'first' | 'last' = 'first'): string {
  const text = readElement(xml, name, which) ?? '';
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
