import type { InvoiceIdentity } from './invoice-identity.ts';
import type { Detail, Party, Rectification, RegisteredInvoice } from './registered-invoice.ts';
import { hashAlta } from './hash-record.ts';
import { buildSistemaInformatico, type SistemaInformatico } from './sistema-informatico.ts';
import {
  buildEncadenamiento,
  buildIdFactura,
  type ChainLink,
  element,
  formatRecordDate,
  optionalElement,
  parent,
} from './xml.ts';

/**
 * Matches a total of at least ±100,000,000.00, which makes an invoice a macrodato (AEAT 1138,
 * 1139). A total has two decimals.
 */
const MACRODATO_TOTAL = /^-?[1-9][0-9]{8,}\./;

/**
 * The kind of record that a later record of the same invoice corrects (AEAT's matrix of
 * operations): an accepted record, a rejected first record of which AEAT keeps nothing, or a
 * rejected correction.
 */
export type AltaCorrection = 'of_accepted' | 'of_rejected' | 'of_rejected_correction';

const CORRECTION_FLAGS: Readonly<Record<AltaCorrection, string>> = {
  of_accepted: element('Subsanacion', 'S'),
  of_rejected: element('Subsanacion', 'S') + element('RechazoPrevio', 'X'),
  of_rejected_correction: element('Subsanacion', 'S') + element('RechazoPrevio', 'S'),
};

export type RegistroAltaInput = {
  readonly invoice: RegisteredInvoice;
  /**
   * RefExterna: the sender's identifier of the record, which AEAT echoes; at most 60 characters.
   */
  readonly externalReference: string;
  readonly system: SistemaInformatico;
  /** The chain's last record; null for the first record. */
  readonly previous: ChainLink | null;
  /** Time of generation with its offset, such as `2026-11-20T10:15:30+01:00`. */
  readonly generatedAt: string;
  /** Set in a record that corrects an earlier one of the same invoice. */
  readonly correction?: AltaCorrection;
};

/**
 * Builds the registro de facturación de alta of an issued invoice.
 * @returns one RegistroAlta element with prefix `si`, undeclared, and the huella over the literals
 *   in it.
 */
export function buildRegistroAlta(input: RegistroAltaInput): { xml: string; hash: string } {
  const { invoice, previous, generatedAt } = input;
  const { number, type, issuer, issueDate, taxTotal, total, replaces = [] } = invoice;
  const hash = hashAlta({
    issuerNif: issuer.nif,
    number,
    issueDate: formatRecordDate(issueDate),
    type,
    taxTotal,
    total,
    previousHash: previous?.hash ?? '',
    generatedAt,
  });
  const xml = parent(
    'RegistroAlta',
    element('IDVersion', '1.0'),
    parent('IDFactura', buildIdFactura({ issuerNif: issuer.nif, number, issueDate })),
    element('RefExterna', input.externalReference),
    element('NombreRazonEmisor', issuer.name),
    input.correction ? CORRECTION_FLAGS[input.correction] : '',
    element('TipoFactura', type),
    buildRectification(invoice.rectification),
    buildIds('FacturasSustituidas', 'IDFacturaSustituida', replaces),
    optionalElement('FechaOperacion', invoice.operationDate && formatRecordDate(invoice.operationDate)),
    element('DescripcionOperacion', invoice.description),
    invoice.isQualifiedSimplified ? element('FacturaSimplificadaArt7273', 'S') : '',
    invoice.hasUnidentifiedRecipient ? element('FacturaSinIdentifDestinatarioArt61d', 'S') : '',
    MACRODATO_TOTAL.test(total) ? element('Macrodato', 'S') : '',
    buildIssuedBy(invoice.issuedBy),
    buildRecipients(invoice.recipients),
    invoice.hasCoupon ? element('Cupon', 'S') : '',
    parent('Desglose', invoice.details.map(buildDetail).join('')),
    element('CuotaTotal', taxTotal),
    element('ImporteTotal', total),
    buildEncadenamiento(previous),
    buildSistemaInformatico(input.system),
    element('FechaHoraHusoGenRegistro', generatedAt),
    element('TipoHuella', '01'),
    element('Huella', hash),
  );
  return { xml, hash };
}

function buildRectification(rectification: Rectification | undefined): string {
  if (rectification === undefined) return '';
  const { method, invoices, replaced } = rectification;
  return (
    element('TipoRectificativa', method === 'substitution' ? 'S' : 'I') +
    buildIds('FacturasRectificadas', 'IDFacturaRectificada', invoices) +
    (replaced === undefined
      ? ''
      : parent(
          'ImporteRectificacion',
          element('BaseRectificada', replaced.base),
          element('CuotaRectificada', replaced.tax),
          optionalElement('CuotaRecargoRectificado', replaced.surcharge ?? null),
        ))
  );
}

function buildIds(list: string, item: string, invoices: readonly InvoiceIdentity[]): string {
  if (invoices.length === 0) return '';
  return parent(list, invoices.map((invoice) => parent(item, buildIdFactura(invoice))).join(''));
}

function buildIssuedBy(issuedBy: RegisteredInvoice['issuedBy']): string {
  if (issuedBy === undefined) return '';
  if (issuedBy === 'recipient') return element('EmitidaPorTerceroODestinatario', 'D');
  return element('EmitidaPorTerceroODestinatario', 'T') + parent('Tercero', buildParty(issuedBy));
}

function buildRecipients(recipients: readonly Party[]): string {
  if (recipients.length === 0) return '';
  return parent(
    'Destinatarios',
    recipients.map((each) => parent('IDDestinatario', buildParty(each))).join(''),
  );
}

/** Countries that AEAT's CountryType2 does not list; its code QU represents them. XK is Kosovo. */
const UNLISTED_COUNTRIES: ReadonlySet<string> = new Set([
  'AX',
  'BL',
  'EH',
  'GF',
  'GP',
  'MF',
  'MQ',
  'SJ',
  'XK',
]);

function buildParty({ name, identification }: Party): string {
  if ('nif' in identification) return element('NombreRazon', name) + element('NIF', identification.nif);
  const { country, type, id } = identification;
  const listed = country !== null && UNLISTED_COUNTRIES.has(country) ? 'QU' : country;
  return (
    element('NombreRazon', name) +
    parent('IDOtro', optionalElement('CodigoPais', listed), element('IDType', type), element('ID', id))
  );
}

function buildDetail(detail: Detail): string {
  return parent(
    'DetalleDesglose',
    element('Impuesto', detail.taxKind),
    optionalElement('ClaveRegimen', detail.regime),
    optionalElement('CalificacionOperacion', detail.operationKey),
    optionalElement('OperacionExenta', detail.exemption),
    optionalElement('TipoImpositivo', detail.rate),
    element('BaseImponibleOimporteNoSujeto', detail.base),
    optionalElement('BaseImponibleACoste', detail.costBase ?? null),
    optionalElement('CuotaRepercutida', detail.tax),
    optionalElement('TipoRecargoEquivalencia', detail.surchargeRate ?? null),
    optionalElement('CuotaRecargoEquivalencia', detail.surcharge ?? null),
  );
}
