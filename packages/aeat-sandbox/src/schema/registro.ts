import { INFORMACION, XML_SIGNATURE } from '../xml/namespaces.ts';
import { choice, elementsOf, sequence, type SequenceType } from './model.ts';
import { INVOICE_ID, otherId, person } from './parties.ts';
import { AMOUNT, DATE, DATE_TIME, NIF, oneOf, RATE, text, VERSION, YES, YES_NO } from './simple-types.ts';

const { one, maybe, many } = elementsOf(INFORMACION);

const IMPUESTO = oneOf('01', '02', '03', '05');
const REGIMEN = oneOf(...'01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20 21'.split(' '));
const DETALLE = sequence(
  maybe('Impuesto', IMPUESTO, 1218),
  maybe('ClaveRegimen', REGIMEN, 1246),
  choice(
    [
      one('CalificacionOperacion', oneOf('S1', 'S2', 'N1', 'N2'), 1181),
      one('OperacionExenta', oneOf('E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8'), 1182),
    ],
    { none: 1195, both: 1196 },
  ),
  maybe('TipoImpositivo', RATE),
  one('BaseImponibleOimporteNoSujeto', AMOUNT),
  maybe('BaseImponibleACoste', AMOUNT),
  maybe('CuotaRepercutida', AMOUNT),
  maybe('TipoRecargoEquivalencia', RATE),
  maybe('CuotaRecargoEquivalencia', AMOUNT),
);
const RECTIFICACION = sequence(
  one('BaseRectificada', AMOUNT),
  one('CuotaRectificada', AMOUNT),
  maybe('CuotaRecargoRectificado', AMOUNT),
);
const ANTERIOR = sequence(
  one('IDEmisorFactura', NIF, 1269),
  one('NumSerieFactura', text(60), 1175),
  one('FechaExpedicionFactura', DATE, 1174),
  one('Huella', text(64), 1269),
);
const ENCADENAMIENTO = sequence(
  choice([one('PrimerRegistro', YES, 1274), one('RegistroAnterior', ANTERIOR)], { none: 1180, both: 1180 }),
);
const SISTEMA = sequence(
  one('NombreRazon', text(120)),
  choice([one('NIF', NIF), one('IDOtro', otherId(1221, 1222))], { none: 1223, both: 1223 }),
  one('NombreSistemaInformatico', text(30)),
  one('IdSistemaInformatico', text(2)),
  one('Version', text(50)),
  one('NumeroInstalacion', text(100)),
  one('TipoUsoPosibleSoloVerifactu', YES_NO, 1212),
  one('TipoUsoPosibleMultiOT', YES_NO, 1213),
  one('IndicadorMultiplesOT', YES_NO, 1226),
);
/** The last elements of both kinds of record, except for the two agreements of an alta. */
const CLOSING = [
  one('TipoHuella', oneOf('01'), 1247),
  one('Huella', text(64), 1262),
  elementsOf(XML_SIGNATURE).maybe('Signature', { kind: 'any' }),
] as const;

/** Builds the type of the record's own IDFactura, whose values have codes of their own. */
function ownInvoiceId(suffix: '' | 'Anulada'): SequenceType {
  return sequence(
    one(`IDEmisorFactura${suffix}`, NIF, 1120),
    one(`NumSerieFactura${suffix}`, text(60, 1), 1104),
    one(`FechaExpedicionFactura${suffix}`, DATE, 1105),
  );
}

export const REGISTRO_ALTA = sequence(
  one('IDVersion', VERSION, 1251),
  one('IDFactura', ownInvoiceId('')),
  maybe('RefExterna', text(60), 1253),
  one('NombreRazonEmisor', text(120)),
  maybe('Subsanacion', YES_NO, 1171),
  maybe('RechazoPrevio', oneOf('N', 'S', 'X'), 1171),
  one('TipoFactura', oneOf('F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'), 1106),
  maybe('TipoRectificativa', oneOf('S', 'I'), 1107),
  maybe('FacturasRectificadas', sequence(many('IDFacturaRectificada', INVOICE_ID, 1000))),
  maybe('FacturasSustituidas', sequence(many('IDFacturaSustituida', INVOICE_ID, 1000))),
  maybe('ImporteRectificacion', RECTIFICACION),
  maybe('FechaOperacion', DATE, 1145),
  one('DescripcionOperacion', text(500)),
  maybe('FacturaSimplificadaArt7273', YES_NO, 1136),
  maybe('FacturaSinIdentifDestinatarioArt61d', YES_NO, 1184),
  maybe('Macrodato', YES_NO, 1137),
  maybe('EmitidaPorTerceroODestinatario', oneOf('D', 'T'), 1151),
  maybe('Tercero', person(1178)),
  maybe('Destinatarios', sequence(many('IDDestinatario', person(1239), 1000))),
  maybe('Cupon', YES_NO, 1157),
  one('Desglose', sequence(many('DetalleDesglose', DETALLE, 12))),
  one('CuotaTotal', AMOUNT, 1266),
  one('ImporteTotal', AMOUNT, 1267),
  one('Encadenamiento', ENCADENAMIENTO),
  one('SistemaInformatico', SISTEMA),
  one('FechaHoraHusoGenRegistro', DATE_TIME, 1244),
  maybe('NumRegistroAcuerdoFacturacion', text(15)),
  maybe('IdAcuerdoSistemaInformatico', text(16)),
  ...CLOSING,
);

export const REGISTRO_ANULACION = sequence(
  one('IDVersion', VERSION, 1251),
  one('IDFactura', ownInvoiceId('Anulada')),
  maybe('RefExterna', text(60), 1253),
  maybe('SinRegistroPrevio', YES_NO, 1276),
  maybe('RechazoPrevio', YES_NO, 1275),
  maybe('GeneradoPor', oneOf('E', 'D', 'T'), 1225),
  maybe('Generador', person(1228, 1231)),
  one('Encadenamiento', ENCADENAMIENTO),
  one('SistemaInformatico', SISTEMA),
  one('FechaHoraHusoGenRegistro', DATE_TIME, 1244),
  ...CLOSING,
);
