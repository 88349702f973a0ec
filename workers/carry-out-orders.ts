import { carryOutOrders, type CarryOutContext } from '../src/operate/carry-out-orders.ts';

/** Somebody waits for it in front of a page. */
const EVERY_MS = 1000;

/** Carries out what operators order in the dashboard, one round at a time, until it is disposed of. An order is a row: what a worker that dies leaves, another one finds. */
export function startOrders(context: CarryOutContext): AsyncDisposable {
  const { logger } = context;
  const state = { stopped: false, failing: false };
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    try {
      await carryOutOrders(context);
      state.failing = false;
    } catch (error) {
      if (!state.failing)
        logger.warn({ err: error }, 'Orders of operators cannot be carried out now; it is tried again');
      state.failing = true;
    }
  }

  function schedule(): void {
    if (state.stopped) return;
    timer = setTimeout(() => {
      round = run().then(schedule);
    }, EVERY_MS);
  }

  let round: Promise<void> = Promise.resolve();
  schedule();
  return {
    async [Symbol.asyncDispose]() {
      state.stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
