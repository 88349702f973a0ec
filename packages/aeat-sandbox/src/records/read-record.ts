import { findChild, findChildren, findText, type XmlElement } from '../xml/element.ts';
import type { Alta, Anulacion, Detalle, InvoiceId, Party, RecordCore, SifRecord, Sistema } from './record.ts';

/**
 * Reads a RegistroAlta or RegistroAnulacion whose structure the schema allows; its values may be
 * invalid.
 */
export function readRecord(element: XmlElement): SifRecord {
  return element.name === 'RegistroAlta' ? readAlta(element) : readAnulacion(element);
}

/** Reads the obligado or any other block with NombreRazon and NIF or IDOtro. */
function readParty(element: XmlElement): Party {
  const other = findChild(element, 'IDOtro');
  return {
    name: need(element, 'NombreRazon'),
    nif: findText(element, 'NIF'),
    other: other
      ? { country: findText(other, 'CodigoPais'), idType: need(other, 'IDType'), id: need(other, 'ID') }
      : null,
  };
}

/**
 * Reads an IDFactura or another block that identifies an invoice. Absent texts become empty.
 * @param suffix `Anulada` for the elements of a RegistroAnulacion, whose names end with it.
 */
export function readInvoiceId(element: XmlElement | undefined, suffix = ''): InvoiceId {
  return {
    nif: findText(element, `IDEmisorFactura${suffix}`) ?? '',
    number: findText(element, `NumSerieFactura${suffix}`) ?? '',
    date: findText(element, `FechaExpedicionFactura${suffix}`) ?? '',
  };
}

function readAlta(element: XmlElement): Alta {
  const rectifiedAmount = findChild(element, 'ImporteRectificacion');
  return {
    kind: 'Alta',
    ...readCore(element, ''),
    issuerName: need(element, 'NombreRazonEmisor'),
    subsanacion: findText(element, 'Subsanacion'),
    type: need(element, 'TipoFactura'),
    rectification: findText(element, 'TipoRectificativa'),
    rectified: readInvoiceIds(findChild(element, 'FacturasRectificadas')),
    substituted: readInvoiceIds(findChild(element, 'FacturasSustituidas')),
    rectifiedAmount: rectifiedAmount
      ? {
          base: need(rectifiedAmount, 'BaseRectificada'),
          tax: need(rectifiedAmount, 'CuotaRectificada'),
          surcharge: findText(rectifiedAmount, 'CuotaRecargoRectificado'),
        }
      : null,
    operationDate: findText(element, 'FechaOperacion'),
    description: need(element, 'DescripcionOperacion'),
    simplified7273: findText(element, 'FacturaSimplificadaArt7273'),
    unidentified61d: findText(element, 'FacturaSinIdentifDestinatarioArt61d'),
    macrodato: findText(element, 'Macrodato'),
    issuedBy: findText(element, 'EmitidaPorTerceroODestinatario'),
    third: readOptionalParty(element, 'Tercero'),
    recipients: findChild(element, 'Destinatarios')?.children.map(readParty) ?? null,
    coupon: findText(element, 'Cupon'),
    lines: findChildren(findChild(element, 'Desglose'), 'DetalleDesglose').map(readDetalle),
    taxTotal: need(element, 'CuotaTotal'),
    total: need(element, 'ImporteTotal'),
    agreement: findText(element, 'NumRegistroAcuerdoFacturacion'),
    systemAgreement: findText(element, 'IdAcuerdoSistemaInformatico'),
  };
}

function readAnulacion(element: XmlElement): Anulacion {
  return {
    kind: 'Anulacion',
    ...readCore(element, 'Anulada'),
    sinRegistroPrevio: findText(element, 'SinRegistroPrevio'),
    generatedBy: findText(element, 'GeneradoPor'),
    generator: readOptionalParty(element, 'Generador'),
  };
}

function readCore(element: XmlElement, suffix: string): RecordCore {
  const previous = findChild(findChild(element, 'Encadenamiento'), 'RegistroAnterior');
  return {
    id: readInvoiceId(findChild(element, 'IDFactura'), suffix),
    refExterna: findText(element, 'RefExterna'),
    rechazoPrevio: findText(element, 'RechazoPrevio'),
    previous: previous ? { id: readInvoiceId(previous), huella: need(previous, 'Huella') } : null,
    sistema: readSistema(findChild(element, 'SistemaInformatico')),
    generatedAt: need(element, 'FechaHoraHusoGenRegistro').trim(),
    huella: need(element, 'Huella'),
  };
}

function readSistema(element: XmlElement | undefined): Sistema {
  const read = (name: string) => findText(element, name) ?? '';
  return {
    producer: element ? readParty(element) : { name: '', nif: null, other: null },
    name: read('NombreSistemaInformatico'),
    id: read('IdSistemaInformatico'),
    version: read('Version'),
    installation: read('NumeroInstalacion'),
    onlyVerifactu: read('TipoUsoPosibleSoloVerifactu'),
    multiplePossible: read('TipoUsoPosibleMultiOT'),
    multiple: read('IndicadorMultiplesOT'),
  };
}

function readDetalle(element: XmlElement): Detalle {
  return {
    impuesto: findText(element, 'Impuesto'),
    regimen: findText(element, 'ClaveRegimen'),
    calificacion: findText(element, 'CalificacionOperacion'),
    exenta: findText(element, 'OperacionExenta'),
    rate: findText(element, 'TipoImpositivo'),
    base: need(element, 'BaseImponibleOimporteNoSujeto'),
    baseAtCost: findText(element, 'BaseImponibleACoste'),
    tax: findText(element, 'CuotaRepercutida'),
    surchargeRate: findText(element, 'TipoRecargoEquivalencia'),
    surcharge: findText(element, 'CuotaRecargoEquivalencia'),
  };
}

function readInvoiceIds(block: XmlElement | undefined): InvoiceId[] | null {
  return block?.children.map((id) => readInvoiceId(id)) ?? null;
}

function readOptionalParty(element: XmlElement, name: string): Party | null {
  const party = findChild(element, name);
  return party ? readParty(party) : null;
}

function need(element: XmlElement, name: string): string {
  return findText(element, name) ?? '';
}
