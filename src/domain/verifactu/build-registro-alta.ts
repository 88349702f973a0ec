import type { DocumentHead } from '../invoice/stored-document.ts';
import { registeredAmounts } from './registered-amounts.ts';
import { buildDestinatarios, buildIdentification } from './destinatario.ts';
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
  const { number, type, issuer, issueDate } = document;
  const { taxTotal, total } = registeredAmounts(document);
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
    buildRectified(document),
    optionalElement('FechaOperacion', document.operationDate && formatRecordDate(document.operationDate)),
    element('DescripcionOperacion', document.description),
    document.simplifiedQualified ? element('FacturaSimplificadaArt7273', 'S') : '',
    document.unidentifiedRecipient ? element('FacturaSinIdentifDestinatarioArt61d', 'S') : '',
    MACRODATO_TOTAL.test(total) ? element('Macrodato', 'S') : '',
    buildIssuedBy(document.issuedBy),
    buildDestinatarios(document, input.isRecipientOutsideCensus),
    document.coupon ? element('Cupon', 'S') : '',
    parent('Desglose', document.groups.map(buildDetalle).join('')),
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

/** Builds what an invoice rectifies or replaces. A reference of version 1 names one invoice and corrects it by differences. */
function buildRectified({ type, rectified, rectification, replaces, issuer }: DocumentHead): string {
  const single = rectified === null ? [] : [{ issuerNif: issuer.nif, ...rectified }];
  if (type === 'F3') return buildIds('FacturasSustituidas', 'IDFacturaSustituida', replaces ?? single);
  if (!type.startsWith('R')) return '';
  const { method = 'differences', invoices = single, replaced } = rectification ?? {};
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

function buildIds(list: string, item: string, invoices: readonly Omit<ChainLink, 'hash'>[]): string {
  if (invoices.length === 0) return '';
  return parent(list, invoices.map((invoice) => parent(item, buildIdFactura(invoice))).join(''));
}

/** EmitidaPorTerceroODestinatario, with the third party (AEAT 1186, 1187). */
function buildIssuedBy(issuedBy: DocumentHead['issuedBy']): string {
  if (issuedBy === undefined) return '';
  const { role, name, documentType, documentNumber, countryCode } = issuedBy;
  if (role === 'recipient') return element('EmitidaPorTerceroODestinatario', 'D');
  const person = { documentType: documentType!, documentNumber: documentNumber!, countryCode };
  return (
    element('EmitidaPorTerceroODestinatario', 'T') +
    parent('Tercero', element('NombreRazon', name!), buildIdentification(person))
  );
}

/** AEAT's list L1; `psi` is the IPSI of Ceuta and Melilla. VAT of other member states is registered as not subject to IVA. */
const IMPUESTO: Readonly<Record<TaxType, string>> = {
  iva: '01',
  psi: '02',
  igic: '03',
  others: '05',
  oss: '01',
};

/** Builds one detail. It has rate and tax if the operation is subject and not exempt (AEAT 1198, 1208), otherwise neither (AEAT 1237, 1238). */
function buildDetalle(group: TaxGroup): string {
  const { base, tax, surcharge, costBase } = group.euro ?? group;
  return parent(
    'DetalleDesglose',
    element('Impuesto', IMPUESTO[group.taxType]),
    optionalElement('ClaveRegimen', group.regime),
    optionalElement('CalificacionOperacion', group.operationKey),
    optionalElement('OperacionExenta', group.exemptionCode),
    optionalElement('TipoImpositivo', group.rate),
    element('BaseImponibleOimporteNoSujeto', base),
    optionalElement('BaseImponibleACoste', costBase ?? null),
    optionalElement('CuotaRepercutida', group.rate === null ? null : tax),
    optionalElement('TipoRecargoEquivalencia', group.surchargeRate ?? null),
    optionalElement('CuotaRecargoEquivalencia', surcharge ?? null),
  );
}
