import { styleText } from 'node:util';
import { Listr, type ListrTask } from 'listr2';

/** What a running step tells the terminal. */
export type Step = {
  /** Replaces the title, for example by what was found. */
  title(text: string): void;
  /** Shows where the step is, below its title. */
  progress(text: string): void;
};
export type Steps = readonly { readonly title: string; readonly run: (step: Step) => Promise<void> }[];

/** A terminal that cannot say how wide it is (0 columns) would get every letter on a line of its own. */
const LEAST_COLUMNS = 40;

/** Shows how long a step took, to a tenth of a second. */
const TIMER = {
  condition: true,
  field: (duration: number) => `${(duration / 1000).toFixed(1)}s`,
  format: () => (text?: string) => styleText('dim', text ?? ''),
};

export type RunOptions = {
  /** How many at the same time; true for all. */
  readonly concurrent: boolean | number;
  /** Goes on after a failure. */
  readonly keepGoing?: boolean;
};

/** Runs steps, showing each with its duration. @throws what the first failing step threw, unless told to keep going. */
export async function runSteps(steps: Steps, { concurrent, keepGoing = false }: RunOptions): Promise<void> {
  let failure: unknown;
  const tasks = steps.map(({ title, run }): ListrTask => ({
    title,
    async task(_, task) {
      const step = {
        title: (text: string) => (task.title = text),
        progress: (text: string) => (task.output = text),
      };
      try {
        await run(step);
      } catch (error) {
        failure ??= error;
        throw new Error('see below', { cause: error });
      }
    },
  }));
  const list = new Listr(tasks, {
    concurrent,
    exitOnError: !keepGoing,
    registerSignalListeners: false,
    rendererOptions: { timer: TIMER, showErrorMessage: false, collapseErrors: false },
    fallbackRenderer: 'simple',
    fallbackRendererCondition: () => !process.stdout.isTTY || process.stdout.columns < LEAST_COLUMNS,
    fallbackRendererOptions: { timer: TIMER },
  });
  await list.run().catch((error: unknown) => {
    throw failure ?? error;
  });
}
