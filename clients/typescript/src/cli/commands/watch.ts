import { type BatchSummary, EngineError } from '../../engine.ts';
import { pause } from '../../pause.ts';
import { hasReached } from '../../wait-for-batch.ts';
import { openBars } from '../bars.ts';
import { type Command, readText } from '../command.ts';
import { EXIT, InputFault } from '../faults.ts';
import { readNumber } from '../numbers.ts';
import { readBatchIds } from './batches-of.ts';
import { BATCHES, isTroubled, STATE } from './status.ts';

const UNTIL = {
  issued: ['issued'],
  printed: ['printed'],
  answered: ['answered'],
  all: ['printed', 'answered'],
} as const;
const MIN_PAUSE_MS = 500;
/**
 * The pause per batch, which uses half of the rate limit of reads and leaves the rest to other
 * clients of the organization.
 */
const PAUSE_PER_BATCH_MS = 200;

export const watch: Command = {
  summary: 'show the progress of batches until they are issued, rendered and answered by AEAT',
  operands: BATCHES,
  options: {
    ...STATE,
    until: {
      type: 'string',
      value: 'STAGE',
      about: 'the stage to wait for: issued, printed, answered or all (default)',
    },
    timeout: { type: 'string', value: 'SECONDS', about: 'the time limit (default: none)' },
  },
  async run(run) {
    const { engine, output, signal } = run;
    const ids = readBatchIds(run);
    const until = readText(run, 'until') ?? 'all';
    if (!Object.hasOwn(UNTIL, until))
      throw new InputFault(`--until must be one of ${Object.keys(UNTIL).join(', ')}`);
    const stages = UNTIL[until as keyof typeof UNTIL];
    const seconds = readNumber(readText(run, 'timeout'), 'timeout', 1, 999_999_999);
    const deadline = performance.now() + (seconds ?? Infinity) * 1000;
    const isDone = (summary: BatchSummary) => stages.every((stage) => hasReached(summary, stage));
    const summaries = new Map<number, BatchSummary>();
    const bars = openBars(output);
    try {
      for (;;) {
        for (const id of ids) {
          const before = summaries.get(id);
          if (before && isDone(before)) continue;
          summaries.set(id, await engine.summary(id, { signal }));
        }
        const all = [...summaries.values()];
        bars.show(addUp(all));
        if (all.every(isDone)) {
          bars.end();
          return all.some(isTroubled) ? EXIT.invoices : EXIT.ok;
        }
        const wanted = Math.max(MIN_PAUSE_MS, all.filter((one) => !isDone(one)).length * PAUSE_PER_BATCH_MS);
        if (performance.now() + wanted > deadline) {
          const message = `Not ${until === 'all' ? 'all done' : until} within ${seconds} s`;
          throw new EngineError({ status: 0, code: 'not_in_time', message });
        }
        await pause(wanted, signal);
      }
    } finally {
      bars.end();
    }
  },
};

/** Adds up the summaries of all batches. */
function addUp(summaries: readonly BatchSummary[]): BatchSummary {
  const sum = (read: (summary: BatchSummary) => number) =>
    summaries.reduce((total, one) => total + read(one), 0);
  return {
    invoices_count: sum((one) => one.invoices_count),
    pending: sum((one) => one.pending),
    processed: sum((one) => one.processed),
    failed: sum((one) => one.failed),
    rendered: sum((one) => one.rendered),
    verifactu: {
      remission: sum((one) => one.verifactu.remission),
      accepted: sum((one) => one.verifactu.accepted),
      accepted_with_errors: sum((one) => one.verifactu.accepted_with_errors),
      rejected: sum((one) => one.verifactu.rejected),
    },
  };
}
