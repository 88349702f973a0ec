import { findChild, findChildren, findText, type XmlElement } from '../../xml/element.ts';
import type { Block, BookId, Counterparty, IssuedInvoice, Period } from './invoice.ts';

/** Reads a RegistroLRFacturasEmitidas that the schema allows. */
export function readInvoice(record: XmlElement): IssuedInvoice {
  const invoice = findChild(record, 'FacturaExpedida');
  const text = (name: string) => findText(invoice, name);
  const successor = findChild(invoice, 'EntidadSucedida');
  const properties = findChild(invoice, 'DatosInmueble');
  const party = findChild(invoice, 'Contraparte');
  return {
    id: readBookId(record),
    lastNumber: findText(findChild(record, 'IDFactura'), 'NumSerieFacturaEmisorResumenFin'),
    period: readPeriod(record),
    type: text('TipoFactura')!,
    // The schema allows a blank, which says nothing.
    rectification: text('TipoRectificativa')?.trim() || null,
    grouped: findChild(invoice, 'FacturasAgrupadas') !== undefined,
    rectified: findChild(invoice, 'FacturasRectificadas') !== undefined,
    rectifiedAmount: findChild(invoice, 'ImporteRectificacion') !== undefined,
    operationDate: text('FechaOperacion'),
    keys: [
      text('ClaveRegimenEspecialOTrascendencia')!,
      text('ClaveRegimenEspecialOTrascendenciaAdicional1'),
      text('ClaveRegimenEspecialOTrascendenciaAdicional2'),
    ],
    agreement: text('NumRegistroAcuerdoFacturacion'),
    total: text('ImporteTotal'),
    baseAtCost: text('BaseImponibleACoste'),
    description: text('DescripcionOperacion')!,
    reference: text('RefExterna'),
    qualified: text('FacturaSimplificadaArticulos7.2_7.3'),
    successor: successor
      ? { name: findText(successor, 'NombreRazon')!, nif: findText(successor, 'NIF')! }
      : null,
    earlier: text('RegPrevioGGEEoREDEMEoCompetencia'),
    macrodata: text('Macrodato'),
    properties: properties
      ? findChildren(properties, 'DetalleInmueble').map((property) => ({
          situation: findText(property, 'SituacionInmueble')!,
          reference: findText(property, 'ReferenciaCatastral'),
        }))
      : null,
    transfer: text('ImporteTransmisionInmueblesSujetoAIVA'),
    byThirdParty: text('EmitidaPorTercerosODestinatario'),
    gasMarket: text('FacturacionDispAdicionalTerceraYsextayDelMercadoOrganizadoDelGas'),
    coupon: text('Cupon'),
    unidentified: text('FacturaSinIdentifDestinatarioAritculo6.1.d'),
    counterparty: party ? readCounterparty(party) : null,
    ...readBreakdown(findChild(invoice, 'TipoDesglose')),
  };
}

/** Reads the IDFactura of a record. */
export function readBookId(record: XmlElement): BookId {
  return readIdentity(findChild(record, 'IDFactura'));
}

/** Reads the parts of an IDFactura or of a ClavePaginacion. */
export function readIdentity(id: XmlElement | undefined): BookId {
  return {
    nif: findText(findChild(id, 'IDEmisorFactura'), 'NIF') ?? '',
    number: findText(id, 'NumSerieFacturaEmisor') ?? '',
    date: findText(id, 'FechaExpedicionFacturaEmisor') ?? '',
  };
}

/** Reads the PeriodoLiquidacion of a record or a filter. */
export function readPeriod(element: XmlElement | undefined): Period {
  const period = findChild(element, 'PeriodoLiquidacion');
  return { year: findText(period, 'Ejercicio') ?? '', period: findText(period, 'Periodo') ?? '' };
}

function readCounterparty(element: XmlElement): Counterparty {
  const other = findChild(element, 'IDOtro');
  return {
    name: findText(element, 'NombreRazon') ?? '',
    representative: findText(element, 'NIFRepresentante'),
    nif: findText(element, 'NIF'),
    other: other
      ? {
          country: findText(other, 'CodigoPais'),
          idType: findText(other, 'IDType') ?? '',
          id: findText(other, 'ID') ?? '',
        }
      : null,
  };
}

function readBreakdown(element: XmlElement | undefined): Pick<IssuedInvoice, 'breakdown' | 'blocks'> {
  const whole = findChild(element, 'DesgloseFactura');
  if (whole) return { breakdown: 'DesgloseFactura', blocks: [readBlock('DesgloseFactura', whole)] };
  const parts = findChild(element, 'DesgloseTipoOperacion');
  const blocks = (['PrestacionServicios', 'Entrega'] as const).flatMap((name) => {
    const part = findChild(parts, name);
    return part ? [readBlock(name, part)] : [];
  });
  return { breakdown: 'DesgloseTipoOperacion', blocks };
}

function readBlock(name: Block['name'], element: XmlElement): Block {
  const subject = findChild(element, 'Sujeta');
  const notSubject = findChild(element, 'NoSujeta');
  const exempt = findChild(subject, 'Exenta');
  const taxable = findChild(subject, 'NoExenta');
  return {
    name,
    subject: subject
      ? {
          exempt: exempt
            ? findChildren(exempt, 'DetalleExenta').map((row) => ({
                cause: findText(row, 'CausaExencion'),
                base: findText(row, 'BaseImponible')!,
              }))
            : null,
          taxable: taxable ? { kind: findText(taxable, 'TipoNoExenta')!, rows: readRows(taxable) } : null,
        }
      : null,
    notSubject: notSubject
      ? {
          byArticles: findText(notSubject, 'ImportePorArticulos7_14_Otros'),
          byPlace: findText(notSubject, 'ImporteTAIReglasLocalizacion'),
        }
      : null,
  };
}

function readRows(taxable: XmlElement) {
  return findChildren(findChild(taxable, 'DesgloseIVA'), 'DetalleIVA').map((row) => ({
    rate: findText(row, 'TipoImpositivo'),
    base: findText(row, 'BaseImponible')!,
    tax: findText(row, 'CuotaRepercutida'),
    surchargeRate: findText(row, 'TipoRecargoEquivalencia'),
    surcharge: findText(row, 'CuotaRecargoEquivalencia'),
  }));
}
