import { CONSULTA, INFORMACION } from '../xml/namespaces.ts';
import { choice, elementsOf, sequence } from './model.ts';
import { INVOICE_ID, otherId, personWithNif } from './parties.ts';
import { DATE, MONTH, NIF, text, VERSION, YEAR, YES, YES_NO } from './simple-types.ts';

const { one, maybe } = elementsOf(INFORMACION);
const outer = elementsOf(CONSULTA);

const CABECERA = sequence(
  one('IDVersion', VERSION, 1251),
  choice([one('ObligadoEmision', personWithNif(4116)), one('Destinatario', personWithNif(4109))], { min: 0 }),
  maybe('IndicadorRepresentante', YES, 1249),
);
const CONTRAPARTE = sequence(
  one('NombreRazon', text(120)),
  choice([one('NIF', NIF), one('IDOtro', otherId())]),
);
const SISTEMA = sequence(
  one('NombreRazon', text(120)),
  choice([one('NIF', NIF), one('IDOtro', otherId(1221, 1222))]),
  maybe('NombreSistemaInformatico', text(30)),
  one('IdSistemaInformatico', text(2)),
  maybe('Version', text(50)),
  one('NumeroInstalacion', text(100)),
  maybe('TipoUsoPosibleSoloVerifactu', YES_NO),
  maybe('TipoUsoPosibleMultiOT', YES_NO),
  maybe('IndicadorMultiplesOT', YES_NO),
);
const FECHA_EXPEDICION = sequence(
  choice(
    [
      one('FechaExpedicionFactura', DATE, 1105),
      one('RangoFechaExpedicion', sequence(maybe('Desde', DATE, 1145), maybe('Hasta', DATE, 1145))),
    ],
    { min: 0 },
  ),
);
const FILTRO = sequence(
  outer.one('PeriodoImputacion', sequence(one('Ejercicio', YEAR), one('Periodo', MONTH, 1248))),
  outer.maybe('NumSerieFactura', text(60, 1), 1104),
  outer.maybe('Contraparte', CONTRAPARTE),
  outer.maybe('FechaExpedicionFactura', FECHA_EXPEDICION),
  outer.maybe('SistemaInformatico', SISTEMA),
  outer.maybe('RefExterna', text(60), 1253),
  outer.maybe('ClavePaginacion', INVOICE_ID),
);

/** The type of ConsultaFactuSistemaFacturacion. */
export const CONSULTA_FACTU = sequence(
  outer.one('Cabecera', CABECERA),
  outer.one('FiltroConsulta', FILTRO),
  outer.maybe(
    'DatosAdicionalesRespuesta',
    sequence(
      outer.maybe('MostrarNombreRazonEmisor', YES_NO, 1270),
      outer.maybe('MostrarSistemaInformatico', YES_NO, 1271),
    ),
  ),
);
