import { hashAlta, hashAnulacion } from './hash-record.ts';
import { formatRecordDate } from './xml.ts';

/** A registration record as it is stored, with what its invoice and its chain say of it. */
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

/** What the next record must link to. */
export type VerifiedLink = { readonly sequence: number; readonly hash: string; readonly identity: string };

/**
 * Verifies a record against the one before it: its place, its link, its identity and its huella, all recomputed from the
 * literals of its own XML.
 * @param previous null before the first record.
 * @returns the link for the next record, or what is wrong.
 */
export function verifyRecord(record: StoredRecord, previous: VerifiedLink | null): VerifiedLink | string {
  const expected = (previous?.sequence ?? 0) + 1;
  if (record.sequence !== expected) return `sequence is ${record.sequence}, ${expected} was expected`;
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
    return `the XML registers ${identity}, which is not its issued invoice`;
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
  if (hash !== record.hash) return 'the stored huella does not recompute from the literals';
  if (readText(body, 'Huella', 'last') !== hash)
    return 'Huella in the XML does not recompute from the literals';
  return { sequence: record.sequence, hash, identity };
}

/**
 * Verifies of a record whose XML is kept elsewhere what its row alone tells: its place and its link.
 * @param previous null before the first record.
 * @returns the link for the next record, or what is wrong.
 */
export function verifyLink(
  { sequence, previousHash, hash, invoice }: Omit<StoredRecord, 'xml'>,
  previous: VerifiedLink | null,
): VerifiedLink | string {
  const expected = (previous?.sequence ?? 0) + 1;
  if (sequence !== expected) return `sequence is ${sequence}, ${expected} was expected`;
  if ((previousHash ?? '') !== (previous?.hash ?? ''))
    return 'the stored link is not the huella of the record before it';
  const identity = [invoice.issuerNif, invoice.number, formatRecordDate(invoice.issueDate)].join(' ');
  return { sequence, hash, identity };
}

/**
 * The link that a record's own XML tells: what the record before it must have been, where that is kept elsewhere.
 * @returns null before the first record, or where it cannot be read.
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

/** The inside of an element of ours: no attributes, prefix `si`. */
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
