import type { FaultWorld, Place } from '../../test/faults/fault.ts';
import { countAnswers } from '../../test/faults/support/count-answers.ts';
import { eventually } from '../../test/support/eventually.ts';
import { finish, startLoad } from './load.ts';
import type { Stack } from './stack.ts';
import { proveInvariants } from './steps/prove-invariants.ts';
import { proveLogs } from './steps/prove-logs.ts';

/** The containers of compose, with clients that post batches while a test world is open. */
export function openPlace(stack: Stack): Place<Stack & FaultWorld> {
  return {
    lacks: {},
    async open() {
      const started = performance.now();
      const before = countAnswered(stack);
      const load = startLoad(stack);
      await eventually(() => load.ids.length > 0, { within: 60_000, what: 'the first 201' });
      return {
        ...stack,
        async prove() {
          await load.end();
          await finish(stack);
          await proveLogs(stack);
          await proveInvariants(stack);
          return [];
        },
        countAnswers: () => countAnswers(countAnswered(stack) - before, stack.clients, started),
        explain: async () => [await stack.compose(['ps', '--all']).catch(String)],
        [Symbol.asyncDispose]: async () => load.stop(),
      };
    },
  };
}

const countAnswered = ({ clients }: Stack) => clients.flatMap(({ answers }) => answers).length;
