import { CONSULTA, INFORMACION, SOAP, SUMINISTRO } from '../../src/xml/namespaces.ts';

/*
 * Messages with every element of the schemas, each of which the tests can change. Their content is
 * meaningless.
 */

const HUELLA = '0123456789ABCDEF'.repeat(4);
const OTHER = '<i:IDOtro><i:CodigoPais>FR</i:CodigoPais><i:IDType>03</i:IDType><i:ID>AB1</i:ID></i:IDOtro>';

function envelope(body: string): string {
  return (
    `<s:Envelope xmlns:s="${SOAP}" xmlns:l="${SUMINISTRO}" xmlns:c="${CONSULTA}" xmlns:i="${INFORMACION}">` +
    `<s:Header/><s:Body>${body}</s:Body></s:Envelope>`
  );
}

/** Converts `Name=text` and nested lists to elements of SuministroInformacion. */
type Content = readonly (string | readonly [name: string, content: Content])[];
function elements(content: Content): string {
  return content
    .map((part) => {
      if (typeof part !== 'string') return `<i:${part[0]}>${elements(part[1])}</i:${part[0]}>`;
      if (part.startsWith('<')) return part;
      const [name = '', text = ''] = part.split('=');
      return `<i:${name}>${text}</i:${name}>`;
    })
    .join('');
}

const INVOICE = ['IDEmisorFactura=12345678Z', 'NumSerieFactura=A/1', 'FechaExpedicionFactura=20-11-2026'];
const PREVIOUS: Content = [['Encadenamiento', [['RegistroAnterior', [...INVOICE, `Huella=${HUELLA}`]]]]];
const SISTEMA: Content = [
  [
    'SistemaInformatico',
    [
      'NombreRazon=P',
      'NIF=B12345674',
      'NombreSistemaInformatico=S',
      'IdSistemaInformatico=S1',
      'Version=1',
      'NumeroInstalacion=1',
      'TipoUsoPosibleSoloVerifactu=S',
      'TipoUsoPosibleMultiOT=S',
      'IndicadorMultiplesOT=N',
    ],
  ],
];
const CLOSING: Content = ['TipoHuella=01', `Huella=${HUELLA}`];
const HEADER =
  '<l:Cabecera>' +
  elements([
    ['ObligadoEmision', ['NombreRazon=O', 'NIF=12345678Z']],
    ['Representante', ['NombreRazon=R', 'NIF=00000001R']],
    ['RemisionVoluntaria', ['FechaFinVeriFactu=31-12-2026', 'Incidencia=S']],
    ['RemisionRequerimiento', ['RefRequerimiento=R1', 'FinRequerimiento=N']],
  ]) +
  '</l:Cabecera>';

function remission(...records: string[]): string {
  const wrapped = records.map((record) => `<l:RegistroFactura>${record}</l:RegistroFactura>`);
  return envelope(
    `<l:RegFactuSistemaFacturacion>${HEADER}${wrapped.join('')}</l:RegFactuSistemaFacturacion>`,
  );
}

export const FULL_ALTA = remission(
  elements([
    [
      'RegistroAlta',
      [
        'IDVersion=1.0',
        ['IDFactura', INVOICE],
        'RefExterna=x',
        'NombreRazonEmisor=O',
        'Subsanacion=S',
        'RechazoPrevio=X',
        'TipoFactura=R1',
        'TipoRectificativa=S',
        ['FacturasRectificadas', [['IDFacturaRectificada', INVOICE]]],
        ['FacturasSustituidas', [['IDFacturaSustituida', INVOICE]]],
        ['ImporteRectificacion', ['BaseRectificada=1', 'CuotaRectificada=0.21', 'CuotaRecargoRectificado=0']],
        'FechaOperacion=20-11-2026',
        'DescripcionOperacion=D',
        'FacturaSimplificadaArt7273=N',
        'FacturaSinIdentifDestinatarioArt61d=N',
        'Macrodato=N',
        'EmitidaPorTerceroODestinatario=T',
        ['Tercero', ['NombreRazon=T', OTHER]],
        ['Destinatarios', [['IDDestinatario', ['NombreRazon=C', 'NIF=B12345674']]]],
        'Cupon=N',
        [
          'Desglose',
          [
            [
              'DetalleDesglose',
              [
                'Impuesto=01',
                'ClaveRegimen=01',
                'CalificacionOperacion=S1',
                'TipoImpositivo=21',
                'BaseImponibleOimporteNoSujeto=100.00',
                'BaseImponibleACoste=1',
                'CuotaRepercutida=21.00',
                'TipoRecargoEquivalencia=5.2',
                'CuotaRecargoEquivalencia=5.20',
              ],
            ],
            ['DetalleDesglose', ['OperacionExenta=E1', 'BaseImponibleOimporteNoSujeto=-1.5']],
          ],
        ],
        'CuotaTotal=26.20',
        'ImporteTotal=126.20',
        ...PREVIOUS,
        ...SISTEMA,
        'FechaHoraHusoGenRegistro=2026-11-20T10:15:30+01:00',
        'NumRegistroAcuerdoFacturacion=1',
        'IdAcuerdoSistemaInformatico=1',
        ...CLOSING,
      ],
    ],
  ]),
);

export const FULL_ANULACION = remission(
  elements([
    [
      'RegistroAnulacion',
      [
        'IDVersion=1.0',
        [
          'IDFactura',
          [
            'IDEmisorFacturaAnulada=12345678Z',
            'NumSerieFacturaAnulada=A/1',
            'FechaExpedicionFacturaAnulada=20-11-2026',
          ],
        ],
        'RefExterna=x',
        'SinRegistroPrevio=N',
        'RechazoPrevio=N',
        'GeneradoPor=E',
        ['Generador', ['NombreRazon=G', 'NIF=12345678Z']],
        ['Encadenamiento', ['PrimerRegistro=S']],
        ...SISTEMA,
        'FechaHoraHusoGenRegistro=2026-11-20T10:15:30+01:00',
        ...CLOSING,
      ],
    ],
  ]),
);

export const FULL_CONSULTA = envelope(
  '<c:ConsultaFactuSistemaFacturacion><c:Cabecera>' +
    elements([
      'IDVersion=1.0',
      ['ObligadoEmision', ['NombreRazon=O', 'NIF=12345678Z']],
      'IndicadorRepresentante=S',
    ]) +
    '</c:Cabecera><c:FiltroConsulta><c:PeriodoImputacion>' +
    elements(['Ejercicio=2026', 'Periodo=11']) +
    '</c:PeriodoImputacion><c:NumSerieFactura>A/1</c:NumSerieFactura>' +
    `<c:Contraparte><i:NombreRazon>C</i:NombreRazon>${OTHER}</c:Contraparte>` +
    '<c:FechaExpedicionFactura>' +
    elements([['RangoFechaExpedicion', ['Desde=01-11-2026', 'Hasta=30-11-2026']]]) +
    '</c:FechaExpedicionFactura><c:SistemaInformatico>' +
    elements(SISTEMA).replace(/^<i:SistemaInformatico>|<\/i:SistemaInformatico>$/g, '') +
    '</c:SistemaInformatico><c:RefExterna>x</c:RefExterna><c:ClavePaginacion>' +
    elements(INVOICE) +
    '</c:ClavePaginacion></c:FiltroConsulta><c:DatosAdicionalesRespuesta>' +
    '<c:MostrarNombreRazonEmisor>S</c:MostrarNombreRazonEmisor><c:MostrarSistemaInformatico>N</c:MostrarSistemaInformatico>' +
    '</c:DatosAdicionalesRespuesta></c:ConsultaFactuSistemaFacturacion>',
);
