import { INFORMACION } from '../xml/namespaces.ts';
import { choice, elementsOf, sequence, type SequenceType } from './model.ts';
import { COUNTRY, DATE, ID_TYPE, NIF, text } from './simple-types.ts';

const { one, maybe } = elementsOf(INFORMACION);

/** Builds PersonaFisicaJuridicaESType: a person with a NIF. */
export function personWithNif(nifCode?: number): SequenceType {
  return sequence(one('NombreRazon', text(120)), one('NIF', NIF, nifCode));
}

/** Builds IDOtroType. */
export function otherId(idTypeCode = 1102, idCode = 1103): SequenceType {
  return sequence(
    maybe('CodigoPais', COUNTRY, 1101),
    one('IDType', ID_TYPE, idTypeCode),
    one('ID', text(20), idCode),
  );
}

/**
 * Builds PersonaFisicaJuridicaType: a person with a NIF or another document.
 * @param block the code of a block with neither or both.
 * @param idTypeCode the code of an invalid IDType.
 */
export function person(block: number, idTypeCode?: number): SequenceType {
  return sequence(
    one('NombreRazon', text(120)),
    choice([one('NIF', NIF), one('IDOtro', otherId(idTypeCode))], { none: block, both: block }),
  );
}

/** The type IDFacturaExpedidaType and its equivalents. */
export const INVOICE_ID = sequence(
  one('IDEmisorFactura', NIF),
  one('NumSerieFactura', text(60, 1)),
  one('FechaExpedicionFactura', DATE),
);
