import type { DocumentHead } from '../invoice/stored-document.ts';
import { buildDestinatarios } from './destinatario.ts';
import {
  buildEncadenamiento,
  buildIdFactura,
  type ChainLink,
  element,
  formatRecordDate,
  optionalElement,
  parent,
} from './xml.ts';
import { hashAlta } from './hash-record.ts';
import { buildSistemaInformatico, type SistemaInformatico } from './sistema-informatico.ts';
import type { TaxType } from '../../contracts/codes.ts';
import type { TaxGroup } from '../../contracts/invoice-document.ts';

export type { ChainLink, SistemaInformatico };

/** Matches a total of at least ±100,000,000.00, which makes an invoice a macrodato (AEAT 1138, 1139). A total has two decimals. */
const MACRODATO_TOTAL = /^-?[1-9][0-9]{8,}\./;

/**
 * The kind of record that a later record of the same invoice corrects (AEAT's matrix of operations): an accepted record, a rejected
 * first record of which AEAT keeps nothing, or a rejected correction.
 */
export type AltaCorrection = 'of_accepted' | 'of_rejected' | 'of_rejected_correction';

const CORRECTION_FLAGS: Readonly<Record<AltaCorrection, string>> = {
  of_accepted: element('Subsanacion', 'S'),
  of_rejected: element('Subsanacion', 'S') + element('RechazoPrevio', 'X'),
  of_rejected_correction: element('Subsanacion', 'S') + element('RechazoPrevio', 'S'),
};

export type RegistroAltaInput = {
  /** The document, with `rectified` set if it corrects or replaces an invoice. */
  readonly document: DocumentHead;
  /** RefExterna: our identifier of the record, which AEAT echoes; at most 60 characters. */
  readonly externalReference: string;
  readonly system: SistemaInformatico;
  /** The chain's last record; null for the first record. */
  readonly previous: ChainLink | null;
  /** Time of generation, as `formatGeneratedAt` writes it. */
  readonly generatedAt: string;
  /** Set in a record that corrects an earlier one of the same invoice. */
  readonly correction?: AltaCorrection;
  /** See `buildDestinatarios`. */
  readonly isRecipientOutsideCensus?: boolean;
};

/**
 * Builds the registro de facturación de alta of an issued invoice.
 * @returns one RegistroAlta element with prefix `si`, undeclared, and the huella over the literals in it.
 */
export function buildRegistroAlta(input: RegistroAltaInput): { xml: string; hash: string } {
  const { document, previous, generatedAt } = input;
  const { number, type, issuer, issueDate, totals } = document;
  const hash = hashAlta({
    issuerNif: issuer.nif,
    number,
    issueDate: formatRecordDate(issueDate),
    type,
    taxTotal: totals.tax,
    total: totals.total,
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
    buildRectified(document),
    optionalElement('FechaOperacion', document.operationDate && formatRecordDate(document.operationDate)),
    element('DescripcionOperacion', document.description),
    document.unidentifiedRecipient ? element('FacturaSinIdentifDestinatarioArt61d', 'S') : '',
    MACRODATO_TOTAL.test(totals.total) ? element('Macrodato', 'S') : '',
    buildDestinatarios(document.recipient, input.isRecipientOutsideCensus),
    buildDesglose(document.groups),
    element('CuotaTotal', totals.tax),
    element('ImporteTotal', totals.total),
    buildEncadenamiento(previous),
    buildSistemaInformatico(input.system),
    element('FechaHoraHusoGenRegistro', generatedAt),
    element('TipoHuella', '01'),
    element('Huella', hash),
  );
  return { xml, hash };
}

/** Corrections are by differences (TipoRectificativa I); an F3 names the simplified invoice it replaces. */
function buildRectified({ type, rectified, issuer }: DocumentHead): string {
  const id = rectified && buildIdFactura({ issuerNif: issuer.nif, ...rectified });
  if (type === 'F3')
    return id === null ? '' : parent('FacturasSustituidas', parent('IDFacturaSustituida', id));
  if (!type.startsWith('R')) return '';
  const rectifiedBlock =
    id === null ? '' : parent('FacturasRectificadas', parent('IDFacturaRectificada', id));
  return element('TipoRectificativa', 'I') + rectifiedBlock;
}

/** AEAT's list L1; `psi` is the IPSI of Ceuta and Melilla. */
const IMPUESTO: Readonly<Record<TaxType, string>> = {
  iva: '01',
  psi: '02',
  igic: '03',
  others: '05',
  oss: '01',
};

function buildDesglose(groups: readonly TaxGroup[]): string {
  return parent('Desglose', groups.map(buildDetalle).join(''));
}

/** Builds one detail. It has rate and tax if the operation is subject and not exempt (AEAT 1198, 1208), otherwise neither (AEAT 1237, 1238). */
function buildDetalle(group: TaxGroup): string {
  return parent(
    'DetalleDesglose',
    element('Impuesto', IMPUESTO[group.taxType]),
    optionalElement('ClaveRegimen', group.regime),
    optionalElement('CalificacionOperacion', group.operationKey),
    optionalElement('OperacionExenta', group.exemptionCode),
    optionalElement('TipoImpositivo', group.rate),
    element('BaseImponibleOimporteNoSujeto', group.base),
    optionalElement('CuotaRepercutida', group.rate === null ? null : group.tax),
  );
}
