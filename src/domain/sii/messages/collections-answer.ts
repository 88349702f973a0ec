import { readCsv, readWord } from 'verifactu-protocol/remission/read-fields';
import type { Reading } from 'verifactu-protocol/remission/reading';
import { findChild, findChildren, findText, type XmlElement } from 'verifactu-protocol/remission/xml-element';
import { readDecimalText } from '../../money/decimals.ts';
import { RESPUESTA_CONSULTA } from './namespaces.ts';

/** A collection of an invoice as AEAT has it. */
export type ConsultedCollection = {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** In cents; AEAT writes numbers in its own way. */
  readonly cents: bigint;
  readonly means: string;
  readonly account: string | null;
  /** CSV of the message that registered it. */
  readonly csv: string | null;
};

export type CollectionsAnswer = {
  readonly collections: readonly ConsultedCollection[];
  /** The key of the next page; null on the last one. */
  readonly nextPage: string | null;
  /** Whether the whole answer could be read. If not, AEAT may have others. */
  readonly isWhole: boolean;
};

const DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const AMOUNT = /^[+-]?\d{1,12}(?:\.\d{0,2})?$/;
const RESULTS = { ConDatos: true, SinDatos: false } as const;
const PAGINATION = { S: true, N: false } as const;
const MIB = 1024 * 1024;

function readAnswer(element: XmlElement): CollectionsAnswer {
  const rows = findChildren(element, 'RegistroRespuestaConsultaCobros');
  const collections = rows.map(readRow).filter((row) => row !== null);
  const hasData = readWord(RESULTS, findText(element, 'ResultadoConsulta'));
  const isPaged = readWord(PAGINATION, findText(element, 'IndicadorPaginacion'));
  const nextPage = isPaged === true ? findText(element, 'ClavePaginacion') : null;
  return {
    collections,
    nextPage,
    isWhole:
      collections.length === rows.length &&
      hasData === rows.length > 0 &&
      isPaged !== null &&
      isPaged === (nextPage !== null),
  };
}

function readRow(row: XmlElement): ConsultedCollection | null {
  const data = findChild(row, 'DatosCobro');
  const [, day, month, year] = DATE.exec(findText(data, 'Fecha') ?? '') ?? [];
  const amount = findText(data, 'Importe');
  const means = findText(data, 'Medio');
  if (day === undefined || amount === null || !AMOUNT.test(amount) || means === null) return null;
  const cents = readDecimalText(amount.replace('+', ''), 2);
  if (typeof cents !== 'bigint') return null;
  return {
    date: `${year}-${month}-${day}`,
    cents,
    means,
    account: findText(data, 'Cuenta_O_Medio'),
    csv: readCsv(findText(findChild(row, 'DatosPresentacion'), 'CSV')),
  };
}

/** How the answer to ConsultaCobros is read. A page has up to 10,000 collections. */
export const COLLECTIONS_READING: Reading<CollectionsAnswer> = {
  expected: { namespace: RESPUESTA_CONSULTA, name: 'RespuestaConsultaCobros' },
  read: readAnswer,
  maxMarkup: 500_000,
  maxBytes: 20 * MIB,
};
