import type { OfficeSettings } from '../../exchange/settings.ts';
import type { RecordState } from '../../registry/log-entry.ts';
import type { Objection, Verdict } from '../../rules/rule.ts';
import type { Census } from '../../taxpayers/census.ts';
import { findChild, findChildren, findText, type XmlElement } from '../../xml/element.ts';
import type { Book, BookEntry } from '../book/book.ts';
import type { BookChange, Movement } from '../book/book-change.ts';
import { readContent } from '../records/content.ts';
import type { BookId } from '../records/invoice.ts';
import { readBookId, readInvoice, readPeriod } from '../records/read-invoice.ts';
import { describeSiiCode } from '../rules/code-texts.ts';
import { judgeInvoice } from '../rules/judge-invoice.ts';
import { judgePayments } from '../rules/judge-payments.ts';
import { findEntryError, findPaymentError, findWithdrawalError } from '../rules/state-rules.ts';
import type { SiiOperation } from '../schema/messages.ts';
import type { SiiHeader } from './read-header.ts';

/** The outcome of a record. */
export type SiiLine = {
  readonly id: BookId;
  readonly lastNumber: string | null;
  readonly reference: string | null;
  readonly state: RecordState;
  readonly objection: Objection | null;
  /** The registered entry, if the record was refused as a duplicate. */
  readonly duplicate: BookEntry | null;
};

export type RegisterInput = {
  readonly body: XmlElement;
  readonly header: SiiHeader;
  readonly book: Book;
  readonly census: Census;
  readonly settings: OfficeSettings;
  /** AEAT's clock. */
  readonly now: number;
  readonly movement: Omit<Movement, 'id'>;
  /** Returns the code of an error on demand for the record at a position; null if there is none. */
  readonly demand: (position: number) => number | null;
};

/** An outcome, and what it changes in the book. */
type Decision = {
  readonly verdict: Verdict;
  readonly change: (objection: Objection | null) => BookChange;
};

type Decide = (record: XmlElement, input: RegisterInput) => Decision;
const DUPLICATE = 3000;

/** The messages that change the book: the name of their records, and what decides on one. */
const KINDS: Readonly<Partial<Record<SiiOperation, { readonly record: string; readonly decide: Decide }>>> = {
  SuministroLRFacturasEmitidas: { record: 'RegistroLRFacturasEmitidas', decide: decideEntry },
  BajaLRFacturasEmitidas: { record: 'RegistroLRBajaExpedidas', decide: decideWithdrawal },
  SuministroLRCobrosEmitidas: { record: 'RegistroLRCobros', decide: decidePayments },
};

/** Returns whether a message changes the book. */
export function isRemission(operation: SiiOperation): boolean {
  return KINDS[operation] !== undefined;
}

/** Judges the records of a message in order, and enters those that are accepted in the book. */
export function registerRecords(
  operation: SiiOperation,
  input: RegisterInput,
): { readonly lines: readonly SiiLine[]; readonly changes: readonly BookChange[] } {
  const { record: name, decide } = KINDS[operation]!;
  const changes: BookChange[] = [];
  const lines = findChildren(input.body, name).map((record, position): SiiLine => {
    const id = readBookId(record);
    const { verdict, change } = decide(record, input);
    const { error, warning } = withDemand(verdict, input.demand(position));
    const line = { id, lastNumber: readLastNumber(record), reference: readReference(record) };
    if (error) {
      const duplicate = error.code === DUPLICATE ? (input.book.find(id) ?? null) : null;
      return { ...line, state: 'Incorrecto', objection: error, duplicate };
    }
    const made = change(warning);
    input.book.enter(made);
    changes.push(made);
    const state = warning ? 'AceptadoConErrores' : 'Correcto';
    return { ...line, state, objection: warning, duplicate: null };
  });
  return { lines, changes };
}

function decideEntry(record: XmlElement, input: RegisterInput): Decision {
  const { header, book, census, settings, now, movement } = input;
  const invoice = readInvoice(record);
  const communication = header.communication!;
  const verdict = judgeInvoice(invoice, { taxpayer: header, communication, now, census });
  const code = findEntryError(communication, book.find(invoice.id)?.status ?? null, settings.altaAfterBaja);
  return {
    verdict: withState(verdict, code),
    change: (objection) => ({
      kind: 'entry',
      ...movement,
      id: invoice.id,
      communication,
      lastNumber: invoice.lastNumber,
      period: invoice.period,
      content: readContent(findChild(record, 'FacturaExpedida')!),
      code: objection?.code ?? null,
      text: objection?.text ?? null,
    }),
  };
}

function decideWithdrawal(record: XmlElement, { header, book, movement }: RegisterInput): Decision {
  const [id, period] = [readBookId(record), readPeriod(record)];
  const code = id.nif === header.nif ? findWithdrawalError(book.find(id) ?? null, period) : 1112;
  return {
    verdict: withState(NO_OBJECTION, code),
    change: () => ({ kind: 'withdrawal', ...movement, id, period }),
  };
}

function decidePayments(record: XmlElement, { header, book, movement }: RegisterInput): Decision {
  const id = readBookId(record);
  const payments = findChildren(findChild(record, 'Cobros'), 'Cobro').map(readContent);
  const entry = book.find(id) ?? null;
  const code = id.nif === header.nif ? (findPaymentError(entry) ?? judgePayments(payments, entry!)) : 1112;
  return {
    verdict: withState(NO_OBJECTION, code),
    change: () => ({ kind: 'payments', ...movement, id, payments }),
  };
}

const NO_OBJECTION: Verdict = { error: null, warning: null };

/** Adds the error of the state of the entry, which is found after those of the content. */
function withState(verdict: Verdict, code: number | null): Verdict {
  if (verdict.error || code === null) return verdict;
  return { error: { code, text: describeSiiCode(code) }, warning: null };
}

/** Codes from 2000 to 2999 accept a record with errors. */
function withDemand(verdict: Verdict, code: number | null): Verdict {
  if (code === null) return verdict;
  const objection = { code, text: describeSiiCode(code) };
  return Math.floor(code / 1000) === 2
    ? { error: verdict.error, warning: objection }
    : { error: objection, warning: null };
}

function readLastNumber(record: XmlElement): string | null {
  return findText(findChild(record, 'IDFactura'), 'NumSerieFacturaEmisorResumenFin');
}

/** RefExterna of an invoice or of a baja. */
function readReference(record: XmlElement): string | null {
  return findText(findChild(record, 'FacturaExpedida') ?? record, 'RefExterna');
}
