import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../src/schema/open-envelope.ts';
import { REGISTRO_ALTA, REGISTRO_ANULACION } from '../src/schema/registro.ts';
import { parseXml } from '../src/xml/parse-xml.ts';
import { codesOf, schemaCodesOf } from './support/codes.ts';
import { FULL_ALTA, FULL_ANULACION } from './support/full-messages.ts';

type Change = readonly [code: number, element: string, text: string];

/** An invalid value of an element, and the code with which AEAT refuses the record. */
const VALUES: readonly Change[] = [
  [1251, 'IDVersion', '1.1'],
  [1120, 'IDEmisorFactura', '1234567'],
  [1104, 'NumSerieFactura', ''],
  [1104, 'NumSerieFactura', 'x'.repeat(61)],
  [1105, 'FechaExpedicionFactura', '2026-11-20'],
  [1253, 'RefExterna', 'x'.repeat(61)],
  [1100, 'NombreRazonEmisor', 'x'.repeat(121)],
  [1171, 'Subsanacion', 'X'],
  [1171, 'RechazoPrevio', 'x'],
  [1106, 'TipoFactura', 'F4'],
  [1106, 'TipoFactura', 'R6'],
  [1107, 'TipoRectificativa', 'D'],
  [1100, 'BaseRectificada', '1,5'],
  [1100, 'CuotaRectificada', '1.234'],
  [1145, 'FechaOperacion', '20/11/2026'],
  [1100, 'DescripcionOperacion', 'x'.repeat(501)],
  [1136, 'FacturaSimplificadaArt7273', 'X'],
  [1184, 'FacturaSinIdentifDestinatarioArt61d', 's'],
  [1137, 'Macrodato', ''],
  [1151, 'EmitidaPorTerceroODestinatario', 'E'],
  [1101, 'CodigoPais', 'EL'],
  [1101, 'CodigoPais', 'XI'],
  [1102, 'IDType', '01'],
  [1102, 'IDType', '08'],
  [1103, 'ID', 'x'.repeat(21)],
  [1157, 'Cupon', 'X'],
  [1218, 'Impuesto', '04'],
  [1246, 'ClaveRegimen', '16'],
  [1246, 'ClaveRegimen', '22'],
  [1181, 'CalificacionOperacion', 'S3'],
  [1182, 'OperacionExenta', 'E9'],
  [1100, 'TipoImpositivo', '-21'],
  [1100, 'BaseImponibleOimporteNoSujeto', '1000000000000'],
  [1100, 'BaseImponibleACoste', ''],
  [1100, 'CuotaRepercutida', '1e2'],
  [1100, 'TipoRecargoEquivalencia', '5.255'],
  [1100, 'CuotaRecargoEquivalencia', ' '],
  [1266, 'CuotaTotal', '0.001'],
  [1267, 'ImporteTotal', ''],
  [1221, 'SistemaInformatico/IDType', '01'],
  [1222, 'SistemaInformatico/ID', 'x'.repeat(21)],
  [1212, 'TipoUsoPosibleSoloVerifactu', 'X'],
  [1213, 'TipoUsoPosibleMultiOT', 'X'],
  [1226, 'IndicadorMultiplesOT', 'X'],
  [1244, 'FechaHoraHusoGenRegistro', '20-11-2026 10:15:30'],
  [1100, 'NumRegistroAcuerdoFacturacion', 'x'.repeat(16)],
  [1100, 'IdAcuerdoSistemaInformatico', 'x'.repeat(17)],
  [1247, 'TipoHuella', '02'],
  [1175, 'RegistroAnterior/NumSerieFactura', 'x'.repeat(61)],
  [1174, 'RegistroAnterior/FechaExpedicionFactura', '2026'],
  [1269, 'RegistroAnterior/IDEmisorFactura', '1'],
  [1269, 'RegistroAnterior/Huella', 'A'.repeat(65)],
];
const ANULACION_VALUES: readonly Change[] = [
  [1120, 'IDEmisorFacturaAnulada', '1'],
  [1104, 'NumSerieFacturaAnulada', ''],
  [1105, 'FechaExpedicionFacturaAnulada', '20.11.2026'],
  [1276, 'SinRegistroPrevio', 'X'],
  [1275, 'RechazoPrevio', 'X'],
  [1225, 'GeneradoPor', 'X'],
  [1231, 'Generador/IDType', '01'],
  [1274, 'PrimerRegistro', 'N'],
  [1262, 'Huella', 'A'.repeat(65)],
];
const NIF = '<i:NIF>B12345674</i:NIF>';
const OTHER = '<i:IDOtro><i:CodigoPais>FR</i:CodigoPais><i:IDType>03</i:IDType><i:ID>AB1</i:ID></i:IDOtro>';
const KEY = '<i:CalificacionOperacion>S1</i:CalificacionOperacion>';
/** Neither or both of two alternatives. */
const CHOICES: readonly (readonly [code: number, message: string])[] = [
  [1195, FULL_ALTA.replace(KEY, '')],
  [1196, FULL_ALTA.replace(KEY, `${KEY}<i:OperacionExenta>E1</i:OperacionExenta>`)],
  [1178, FULL_ALTA.replace(`<i:NombreRazon>T</i:NombreRazon>${OTHER}`, '<i:NombreRazon>T</i:NombreRazon>')],
  [1178, FULL_ALTA.replace(OTHER, OTHER + NIF)],
  [1239, FULL_ALTA.replace(`<i:NombreRazon>C</i:NombreRazon>${NIF}`, '<i:NombreRazon>C</i:NombreRazon>')],
  [1239, FULL_ALTA.replace(NIF, NIF + OTHER)],
  [
    1223,
    FULL_ALTA.replace(
      `<i:NombreRazon>P</i:NombreRazon>${NIF}`,
      `<i:NombreRazon>P</i:NombreRazon>${NIF}${OTHER}`,
    ),
  ],
  [1228, FULL_ANULACION.replace('</i:NIF></i:Generador>', `</i:NIF>${OTHER}</i:Generador>`)],
  [1180, FULL_ANULACION.replace('<i:PrimerRegistro>S</i:PrimerRegistro>', '')],
];

/** Puts an identification by IDOtro where the messages have a NIF. */
function identify(message: string): string {
  return message
    .replace(`<i:NombreRazon>P</i:NombreRazon>${NIF}`, `<i:NombreRazon>P</i:NombreRazon>${OTHER}`)
    .replace('<i:NIF>12345678Z</i:NIF></i:Generador>', `${OTHER}</i:Generador>`);
}

/**
 * Replaces the text of the first element with a name inside the records; `Block/Name` names one
 * inside a block.
 */
function replaceText(message: string, place: string, text: string): string {
  const [block, name] = place.includes('/') ? place.split('/') : ['RegistroFactura', place];
  const from = message.search(new RegExp(`<[il]:${block}>`));
  const start = message.indexOf(`<i:${name}>`, from) + `<i:${name}>`.length;
  const end = message.indexOf(`</i:${name}>`, start);
  return message.slice(0, start) + text + message.slice(end);
}

function judge(message: string) {
  return readEnvelope(parseXml(message)).findings.map(({ code, record }) => ({ code, record: record?.name }));
}

describe('an invalid value', () => {
  it.each(VALUES)('of an alta is refused with %i: %s with "%s"', (code, element, text) => {
    expect(judge(replaceText(identify(FULL_ALTA), element, text))).toEqual([
      { code, record: 'RegistroAlta' },
    ]);
  });

  it.each(ANULACION_VALUES)('of an anulación is refused with %i: %s with "%s"', (code, element, text) => {
    const message = replaceText(identify(FULL_ANULACION), element, text);
    expect(judge(message)).toEqual([{ code, record: 'RegistroAnulacion' }]);
  });

  it.each(CHOICES)(
    'that is not exactly one of two alternatives is refused with %i (case %#)',
    (code, message) => {
      expect(judge(message)).toMatchObject([{ code }]);
    },
  );

  it('has a case for each code', () => {
    const tried = [...VALUES, ...ANULACION_VALUES, ...CHOICES].map(([code]) => ({ code }));
    const given = [REGISTRO_ALTA, REGISTRO_ANULACION].flatMap(schemaCodesOf);
    expect(codesOf(tried)).toEqual(codesOf([...given, { code: 1100 }]));
  });
});
