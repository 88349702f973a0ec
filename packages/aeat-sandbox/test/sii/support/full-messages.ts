import type { Content } from '../../../src/sii/records/content.ts';
import { branch, leaf } from '../../../src/xml/write-xml.ts';
import { byOperation, exempt, foreigner, rowOf, taxable, writeId } from './write-sii.ts';

const INVOICE: Content = {
  NumSerieFacturaEmisor: 'A/0',
  FechaExpedicionFacturaEmisor: '30-10-2026',
};
const NOT_SUBJECT: Content = { ImportePorArticulos7_14_Otros: '1', ImporteTAIReglasLocalizacion: '-2.5' };
const SURCHARGED = rowOf({ TipoRecargoEquivalencia: '5.2', CuotaRecargoEquivalencia: '5.20' });

function mixed(rows: readonly Content[]): Content {
  const subject = { ...(exempt('E5')['Sujeta'] as Content), ...(taxable('S3', rows)['Sujeta'] as Content) };
  return { Sujeta: subject, NoSujeta: NOT_SUBJECT };
}

/** FacturaExpedida with every member; the rules do not allow this combination. */
export const EVERY_MEMBER: Content = {
  TipoFactura: 'R1',
  TipoRectificativa: 'S',
  FacturasAgrupadas: { IDFacturaAgrupada: [INVOICE, INVOICE] },
  FacturasRectificadas: { IDFacturaRectificada: [INVOICE] },
  ImporteRectificacion: { BaseRectificada: '1', CuotaRectificada: '0.21', CuotaRecargoRectificado: '0' },
  FechaOperacion: '19-11-2026',
  ClaveRegimenEspecialOTrascendenciaAdicional1: '05',
  ClaveRegimenEspecialOTrascendenciaAdicional2: '17',
  NumRegistroAcuerdoFacturacion: '123',
  BaseImponibleACoste: '+1.',
  RefExterna: 'ref-1',
  'FacturaSimplificadaArticulos7.2_7.3': 'N',
  EntidadSucedida: { NombreRazon: 'ANTES SL', NIF: 'A12345674' },
  RegPrevioGGEEoREDEMEoCompetencia: 'N',
  Macrodato: 'N',
  DatosInmueble: {
    DetalleInmueble: [
      { SituacionInmueble: '1', ReferenciaCatastral: '9872023VH5797S0001WX' },
      { SituacionInmueble: '4' },
    ],
  },
  ImporteTransmisionInmueblesSujetoAIVA: '10.5',
  EmitidaPorTercerosODestinatario: 'S',
  FacturacionDispAdicionalTerceraYsextayDelMercadoOrganizadoDelGas: 'N',
  VariosDestinatarios: 'N',
  Cupon: 'S',
  'FacturaSinIdentifDestinatarioAritculo6.1.d': 'N',
  Contraparte: foreigner('02', 'DE123456789', 'DE'),
  TipoDesglose: byOperation({ PrestacionServicios: mixed([rowOf()]), Entrega: mixed([SURCHARGED, rowOf()]) }),
};

export const EVERY_PAYMENT: readonly Content[] = [
  { Fecha: '21-11-2026', Importe: '21.00', Medio: '01', Cuenta_O_Medio: 'ES9121000418450200051332' },
  { Fecha: '21-11-2026', Importe: '-1.5', Medio: '04' },
];

/** All members of FiltroConsulta after the period. */
export const EVERY_FILTER = [
  branch(
    'siiLRC:IDFactura',
    leaf('sii:NumSerieFacturaEmisor', 'A/1'),
    leaf('sii:FechaExpedicionFacturaEmisor', '20-11-2026'),
  ),
  branch('siiLRC:Contraparte', leaf('sii:NombreRazon', 'CLIENTE'), leaf('sii:NIF', 'A12345674')),
  branch('siiLRC:FechaPresentacion', leaf('sii:Desde', '01-11-2026'), leaf('sii:Hasta', '30-11-2026')),
  branch('siiLRC:FechaCuadre', leaf('sii:Desde', '01-11-2026')),
  leaf('siiLRC:FacturaModificada', 'N'),
  leaf('siiLRC:EstadoCuadre', '2'),
  branch('siiLRC:ClavePaginacion', writeId({ nif: 'B12345674', number: 'A/0', date: '20-11-2026' })),
].join('');
