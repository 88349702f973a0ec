import { defineEntity, p } from '@mikro-orm/core';
import { ChainRow } from './chain-row.ts';

/** Where the remission of a chain stands. One per chain, made with it; only whoever sends moves it. */
export const RemissionRow = defineEntity({
  name: 'RemissionRow',
  tableName: 'remissions',
  properties: {
    chainId: () =>
      p
        .manyToOne(ChainRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('chain_id'),
    organizationId: p.bigint('number'),
    /** AEAT answered every record up to this one. */
    remittedSequence: p.bigint('number').default(0),
    /** Number of the last try: who began it may move the row until another one begins. */
    attempt: p.bigint('number').default(0),
    /** TiempoEsperaEnvio of the last answer that told it; 60 before (Orden HAC/1177/2024, art. 16.2). */
    waitSeconds: p.integer().default(60),
    /** TiempoEsperaEnvio of that answer, where it is above AEAT_MAX_WAIT_SECONDS: then that limit is kept instead. */
    excessiveWaitSeconds: p.integer().nullable(),
    /** Nothing goes before, but a full envelope while nothing fails; null before the first one. */
    nextAllowedAt: p.datetime().nullable(),
    /** A try is under way, at most until then. */
    sendingUntil: p.datetime().nullable(),
    /** Tries since the last answer for all records of an envelope. */
    failures: p.integer().default(0),
    /** When sending began to fail (art. 16.4); null when it works. */
    incidentSince: p.datetime().nullable(),
    /** The chain's last record when sending failed last, or worked again after it: those up to here were delayed by an incident and say Incidencia=S. */
    incidentSequence: p.bigint('number').default(0),
    /** Set: nothing is sent until an operator resumes it. */
    haltedAt: p.datetime().nullable(),
    haltedReason: p.text().nullable(),
    /** Set after a restore: nothing is issued in the chain until AEAT is known not to be ahead of it. */
    compareSince: p.datetime().nullable(),
    /** AEAT did not tell: it is not asked again before. */
    compareAfter: p.datetime().nullable(),
  },
  checks: [
    { name: 'remissions_compare_since_check', expression: 'isfinite(compare_since)' },
    { name: 'remissions_excessive_wait_check', expression: 'excessive_wait_seconds > 0' },
    {
      name: 'remissions_numbers_check',
      expression: 'remitted_sequence >= 0 and attempt >= 0 and wait_seconds >= 0 and failures >= 0',
    },
    { name: 'remissions_halted_check', expression: '(halted_at is null) = (halted_reason is null)' },
  ],
});
