import type { AnswerLine, ConsultedRecord } from 'verifactu-protocol/remission/answer';
import type { RemittedRecord } from 'verifactu-protocol/remission/judge-answer';

export function buildRemitted(changes: Partial<RemittedRecord> = {}): RemittedRecord {
  return {
    issuerNif: 'B12345674',
    number: 'A/1',
    issueDate: '2026-11-20',
    kind: 'alta',
    externalReference: '1',
    ...changes,
  };
}

/** Builds the line of an answer that accepts the record, with the given changes. */
export function buildLine(record: RemittedRecord, changes: Partial<AnswerLine> = {}): AnswerLine {
  return { ...record, status: 'accepted', code: null, text: null, duplicate: null, ...changes };
}

export function buildConsulted(changes: Partial<ConsultedRecord> = {}): ConsultedRecord {
  return {
    issuerNif: 'B12345674',
    number: 'A/1',
    issueDate: '2026-11-20',
    externalReference: null,
    installationNumber: 'I-1',
    hash: 'A'.repeat(64),
    state: 'accepted',
    code: null,
    text: null,
    ...changes,
  };
}
