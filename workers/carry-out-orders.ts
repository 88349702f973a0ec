import { carryOutOrders, type CarryOutContext } from '../src/operate/carry-out-orders.ts';

/** Interval of the rounds; an operator waits in front of a page. */
const EVERY_MS = 1000;

/**
 * Carries out the orders of operators from the dashboard, one round per second, until it is
 * disposed of. An order is a row, so another worker carries out the orders of a worker that dies.
 */
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
        logger.warn(
          { err: error },
          'Orders of operators cannot be carried out now; workers retry every second',
        );
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
