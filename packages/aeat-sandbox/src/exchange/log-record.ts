import { createHash } from 'node:crypto';
import { hashRecord } from '../records/hash-record.ts';
import { nameChain, type SifRecord } from '../records/record.ts';
import type { LoggedRecord } from '../registry/log-entry.ts';
import type { RemissionLine } from './remit.ts';

/** Builds the log entry of a record. @param line null if the record was never judged. */
export function buildLoggedRecord(record: SifRecord, line: RemissionLine | null): LoggedRecord {
  return {
    kind: record.kind,
    id: record.id,
    subsanacion: record.kind === 'Alta' ? record.subsanacion : null,
    rechazoPrevio: record.rechazoPrevio,
    sinRegistroPrevio: record.kind === 'Anulacion' ? record.sinRegistroPrevio : null,
    refExterna: record.refExterna,
    chain: nameChain(record),
    previous: record.previous,
    generatedAt: record.generatedAt,
    huella: record.huella,
    hashMatches: hashRecord(record) === record.huella,
    digest: createHash('sha256').update(JSON.stringify(record)).digest('hex'),
    state: line?.state ?? null,
    code: line?.objection?.code ?? null,
    text: line?.objection?.text ?? null,
    order: line?.order ?? null,
  };
}
