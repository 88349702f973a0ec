import { INFORMACION, SUMINISTRO } from '../xml/namespaces.ts';
import { choice, elementsOf, sequence } from './model.ts';
import { personWithNif } from './parties.ts';
import { REGISTRO_ALTA, REGISTRO_ANULACION } from './registro.ts';
import { DATE, text, YES_NO } from './simple-types.ts';

const { one, maybe, record } = elementsOf(INFORMACION);
const outer = elementsOf(SUMINISTRO);

/** The maximum number of records in a message: SuministroLR.xsd, Orden HAC/1177/2024 art. 16.2. */
const MAX_RECORDS = 1000;

const CABECERA = sequence(
  one('ObligadoEmision', personWithNif(4116)),
  maybe('Representante', personWithNif(4117)),
  maybe(
    'RemisionVoluntaria',
    sequence(maybe('FechaFinVeriFactu', DATE, 4120), maybe('Incidencia', YES_NO, 4121)),
  ),
  maybe(
    'RemisionRequerimiento',
    sequence(one('RefRequerimiento', text(18), 4122), maybe('FinRequerimiento', YES_NO, 4131)),
  ),
);

/** The type of RegFactuSistemaFacturacion. */
export const REG_FACTU = sequence(
  outer.one('Cabecera', CABECERA),
  outer.many(
    'RegistroFactura',
    sequence(
      choice([record('RegistroAlta', REGISTRO_ALTA), record('RegistroAnulacion', REGISTRO_ANULACION)], {
        none: 4136,
        both: 4136,
      }),
    ),
    MAX_RECORDS,
    4114,
  ),
);
