import { defineEntity, p } from '@mikro-orm/core';
import { ChainRow } from './chain-row.ts';

/** One envelope for AEAT, frozen when it was built. At most one of a chain is open. */
export const SubmissionRow = defineEntity({
  name: 'SubmissionRow',
  tableName: 'submissions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    chainId: () => p.manyToOne(ChainRow).mapToPk().name('chain_id'),
    firstSequence: p.bigint('number'),
    lastSequence: p.bigint('number'),
    /** Whether it says Incidencia=S. */
    hasIncident: p.boolean(),
    /** The message, compressed with zstd: what goes again after an unknown outcome. */
    request: p.blob(),
    createdAt: p.datetime(),
    /** When the last of its records got its answer. */
    answeredAt: p.datetime().nullable(),
    /** When another envelope with the same records took its place. */
    supersededAt: p.datetime().nullable(),
    /** SHA-256 of the message as it was stored; only where it was erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'submissions_chain_id_first_sequence_index', properties: ['chainId', 'firstSequence'] },
    {
      name: 'submissions_open_unique',
      expression:
        'create unique index submissions_open_unique on submissions (chain_id) where answered_at is null and superseded_at is null',
    },
  ],
  checks: [
    {
      name: 'submissions_size_check',
      expression: 'last_sequence >= first_sequence and last_sequence < first_sequence + 1000',
    },
    {
      name: 'submissions_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and length(request) = 0 end',
    },
  ],
});
