import { elementsOf, sequence, type SequenceType } from '../../schema/model.ts';
import { AMOUNT, DATE, text, YES_NO } from '../../schema/simple-types.ts';
import { SII_CONSULTA, SII_INFORMACION, SII_SUMINISTRO } from '../../xml/namespaces.ts';
import { ISSUED_INVOICE } from './issued-invoice.ts';
import {
  ASKED_COUNTERPARTY,
  INVOICE_ID,
  PERIOD_PART,
  PLAIN_INVOICE_ID,
  QUERY_HEADER,
  TAXPAYER_PART,
  VERSION_PART,
} from './parties.ts';
import { COMMUNICATION, DOUBLE, MATCHING, MEANS } from './values.ts';

const { one, maybe, many } = elementsOf(SII_INFORMACION);
const book = elementsOf(SII_SUMINISTRO);
const query = elementsOf(SII_CONSULTA);

/** The maximum number of records in a message, and the code for more. */
const MAX_RECORDS = 10_000;
const TOO_MANY_RECORDS = 4117;

const HEADER = one('Cabecera', sequence(VERSION_PART, TAXPAYER_PART));
const PLAIN_ID = book.one('IDFactura', PLAIN_INVOICE_ID);

/** The type of SuministroLRFacturasEmitidas. */
const SUPPLY = sequence(
  one('Cabecera', sequence(VERSION_PART, TAXPAYER_PART, one('TipoComunicacion', COMMUNICATION, 4101))),
  book.many(
    'RegistroLRFacturasEmitidas',
    sequence(PERIOD_PART, book.one('IDFactura', INVOICE_ID), book.one('FacturaExpedida', ISSUED_INVOICE)),
    MAX_RECORDS,
    TOO_MANY_RECORDS,
  ),
);

/** The type of BajaLRFacturasEmitidas. */
const WITHDRAWAL = sequence(
  HEADER,
  book.many(
    'RegistroLRBajaExpedidas',
    sequence(PERIOD_PART, PLAIN_ID, book.maybe('RefExterna', text(60))),
    MAX_RECORDS,
    TOO_MANY_RECORDS,
  ),
);

const PAYMENT = sequence(
  one('Fecha', DATE),
  one('Importe', AMOUNT),
  one('Medio', MEANS),
  maybe('Cuenta_O_Medio', text(34)),
);
/** The type of SuministroLRCobrosEmitidas. */
const PAYMENTS = sequence(
  HEADER,
  book.many(
    'RegistroLRCobros',
    sequence(PLAIN_ID, book.one('Cobros', sequence(many('Cobro', PAYMENT, Number.POSITIVE_INFINITY)))),
    MAX_RECORDS,
    TOO_MANY_RECORDS,
  ),
);

const RANGE = sequence(maybe('Desde', DATE), maybe('Hasta', DATE));
/** The type of ConsultaLRFacturasEmitidas. */
const QUERY = sequence(
  one('Cabecera', QUERY_HEADER),
  query.one(
    'FiltroConsulta',
    sequence(
      PERIOD_PART,
      query.maybe(
        'IDFactura',
        sequence(maybe('NumSerieFacturaEmisor', text(60, 1)), maybe('FechaExpedicionFacturaEmisor', DATE)),
      ),
      query.maybe('Contraparte', ASKED_COUNTERPARTY),
      query.maybe('FechaPresentacion', RANGE),
      query.maybe('FechaCuadre', RANGE),
      query.maybe('FacturaModificada', YES_NO),
      query.maybe('EstadoCuadre', MATCHING),
      query.maybe('ClavePaginacion', PLAIN_INVOICE_ID),
    ),
  ),
);
/** The type of ConsultaCobros. */
const PAYMENTS_QUERY = sequence(
  one('Cabecera', QUERY_HEADER),
  query.one(
    'FiltroConsultaCobros',
    sequence(query.one('IDFactura', PLAIN_INVOICE_ID), query.maybe('ClavePaginacion', DOUBLE)),
  ),
);

export type SiiOperation = keyof typeof OPERATIONS;
type OperationType = {
  readonly namespace: string;
  readonly type: SequenceType;
  /** Whether it is served at the address of payments (COB) instead of that of invoices (FE). */
  readonly isOfPayments: boolean;
};

/** The messages of the register of issued invoices, by the name of the element in the body. */
export const OPERATIONS = {
  SuministroLRFacturasEmitidas: { namespace: SII_SUMINISTRO, type: SUPPLY, isOfPayments: false },
  BajaLRFacturasEmitidas: { namespace: SII_SUMINISTRO, type: WITHDRAWAL, isOfPayments: false },
  ConsultaLRFacturasEmitidas: { namespace: SII_CONSULTA, type: QUERY, isOfPayments: false },
  SuministroLRCobrosEmitidas: { namespace: SII_SUMINISTRO, type: PAYMENTS, isOfPayments: true },
  ConsultaCobros: { namespace: SII_CONSULTA, type: PAYMENTS_QUERY, isOfPayments: true },
} as const satisfies Readonly<Record<string, OperationType>>;
