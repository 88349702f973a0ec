import { readRecord } from '../records/read-record.ts';
import { nameChain, type SifRecord } from '../records/record.ts';
import { formatTimestamp } from '../records/calendar.ts';
import { describeCode } from '../rules/code-texts.ts';
import { judgeRecord } from '../rules/judge-record.ts';
import type { Objection, Verdict } from '../rules/rule.ts';
import { findStateError, readOperation } from '../registry/operation-matrix.ts';
import type { RecordState } from '../registry/log-entry.ts';
import type { Registry, StoredInvoice, StoredRecord } from '../registry/registry.ts';
import type { Finding } from '../schema/check-element.ts';
import type { OpenedMessage } from '../schema/open-envelope.ts';
import type { Census } from '../taxpayers/census.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Header } from './read-header.ts';
import { buildIdPeticion } from './identifiers.ts';
import type { OfficeSettings } from './settings.ts';

export type RemissionLine = {
  readonly record: SifRecord;
  readonly state: RecordState;
  readonly objection: Objection | null;
  /** The registered invoice, if the record was rejected as a duplicate. */
  readonly duplicate: StoredInvoice | null;
  readonly order: number | null;
};
export type Remission = {
  readonly header: Header;
  readonly presenter: string;
  readonly presentedAt: string;
  readonly lines: readonly RemissionLine[];
  readonly stored: readonly StoredRecord[];
};

export type RemissionInput = {
  readonly opened: OpenedMessage;
  readonly header: Header;
  readonly registry: Registry;
  readonly settings: OfficeSettings;
  readonly census: Census;
  /** AEAT's clock. */
  readonly now: number;
  readonly presenter: string | null;
  readonly sequence: number;
  /**
   * Returns the code of a rejection on demand for the record at a position; null if there is none.
   */
  readonly refuse: (position: number) => number | null;
};

const DUPLICATE = 3000;

/** Judges the records of a message in order, and stores the accepted ones. */
export function remit(input: RemissionInput): Remission {
  const presenter = input.presenter ?? input.header.obligado.nif;
  const presentedAt = formatTimestamp(input.now);
  const refusals = groupFindings(input.opened.findings);
  const stored: StoredRecord[] = [];
  const lines = listRecords(input.opened).map((element, position): RemissionLine => {
    const record = readRecord(element);
    const { error, warning } = judge(record, element, position, refusals, input);
    const duplicate = error?.code === DUPLICATE ? (input.registry.find(record.id) ?? null) : null;
    if (error) return { record, state: 'Incorrecto', objection: error, duplicate, order: null };
    const order = input.registry.records.length + 1;
    const entry: StoredRecord = {
      order,
      envelope: input.sequence,
      record,
      code: warning?.code ?? null,
      text: warning?.text ?? null,
      presenter,
      hasIncident: input.header.incident === 'S',
      idPeticion: buildIdPeticion(input.now, order),
      presentedAt,
    };
    input.registry.store(entry);
    stored.push(entry);
    return {
      record,
      state: warning ? 'AceptadoConErrores' : 'Correcto',
      objection: warning,
      duplicate: null,
      order,
    };
  });
  return { header: input.header, presenter, presentedAt, lines, stored };
}

/** Lists the records of a message whose structure the schema allows, in order. */
export function listRecords({ body }: OpenedMessage): XmlElement[] {
  return body.children
    .filter(({ name }) => name === 'RegistroFactura')
    .flatMap(({ children }) => children.slice(0, 1));
}

function judge(
  record: SifRecord,
  element: XmlElement,
  position: number,
  refusals: ReadonlyMap<XmlElement, Finding>,
  input: RemissionInput,
): Verdict {
  const demanded = input.refuse(position);
  if (demanded !== null) return refuse(demanded);
  const finding = refusals.get(element);
  if (finding) return refuse(finding.code, finding.code === 1100 ? finding.field : '');
  const verdict = judgeRecord(record, {
    obligado: input.header.obligado,
    hasIncident: input.header.incident === 'S',
    now: input.now,
    toleranceSeconds: input.settings.clockToleranceSeconds,
    census: input.census,
    chainHasRecords: input.registry.hasChain(nameChain(record)),
  });
  if (verdict.error) return verdict;
  const code = findStateError(
    readOperation(record),
    input.registry.stateOf(record.id),
    input.settings.repeatedAnnulments === 'accept',
  );
  return code === null ? verdict : refuse(code);
}

function refuse(code: number, detail = ''): Verdict {
  return { error: { code, text: describeCode(code, detail) }, warning: null };
}

/** Returns the first finding of each record. */
function groupFindings(findings: readonly Finding[]): Map<XmlElement, Finding> {
  const grouped = new Map<XmlElement, Finding>();
  for (const finding of findings) {
    if (finding.record !== null && !grouped.has(finding.record)) grouped.set(finding.record, finding);
  }
  return grouped;
}
