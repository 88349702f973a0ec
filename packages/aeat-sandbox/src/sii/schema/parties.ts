import { choice, elementsOf, sequence } from '../../schema/model.ts';
import { DATE, ID_TYPE, text, YEAR } from '../../schema/simple-types.ts';
import { SII_INFORMACION } from '../../xml/namespaces.ts';
import { COUNTRY, NIF, PERIOD, VERSION } from './values.ts';

const { one, maybe } = elementsOf(SII_INFORMACION);

const IDENTIFICATION = choice([
  one('NIF', NIF),
  one('IDOtro', sequence(maybe('CodigoPais', COUNTRY), one('IDType', ID_TYPE), one('ID', text(20)))),
]);

/** PersonaFisicaJuridicaType: the counterparty of an invoice. */
export const COUNTERPARTY = sequence(
  one('NombreRazon', text(120)),
  maybe('NIFRepresentante', NIF),
  IDENTIFICATION,
);
/** ContraparteConsultaType. */
export const ASKED_COUNTERPARTY = sequence(one('NombreRazon', text(120)), IDENTIFICATION);
/** PersonaFisicaJuridicaUnicaESType. */
export const SPANISH_PARTY = sequence(one('NombreRazon', text(120)), one('NIF', NIF));
/** PersonaFisicaJuridicaESType: the taxpayer whose book it is. */
const TAXPAYER = sequence(
  one('NombreRazon', text(120)),
  maybe('NIFRepresentante', NIF, 4123),
  one('NIF', NIF, 4122),
);

export const VERSION_PART = one('IDVersionSii', VERSION, 4100);
export const TAXPAYER_PART = one('Titular', TAXPAYER);
/** CabeceraConsultaSii. */
export const QUERY_HEADER = sequence(
  VERSION_PART,
  one('Titular', sequence(one('NombreRazon', text(120)), one('NIF', NIF, 4122))),
);
export const PERIOD_PART = one(
  'PeriodoLiquidacion',
  sequence(one('Ejercicio', YEAR), one('Periodo', PERIOD)),
);

const ISSUER = one('IDEmisorFactura', sequence(one('NIF', NIF)));
const NUMBER = one('NumSerieFacturaEmisor', text(60, 1));
const ISSUE_DATE = one('FechaExpedicionFacturaEmisor', DATE);

/** IDFacturaExpedidaType: an invoice, or a summary with its last number. */
export const INVOICE_ID = sequence(
  ISSUER,
  NUMBER,
  maybe('NumSerieFacturaEmisorResumenFin', text(60, 1)),
  ISSUE_DATE,
);
/** IDFacturaExpedidaBCType. */
export const PLAIN_INVOICE_ID = sequence(ISSUER, NUMBER, ISSUE_DATE);
/** IDFacturaARType: an invoice of the same issuer. */
export const OWN_INVOICE_ID = sequence(NUMBER, ISSUE_DATE);
