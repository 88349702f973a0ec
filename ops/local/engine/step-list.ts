import { styleText } from 'node:util';
import { Listr, type ListrTask } from 'listr2';

/** What a running step tells the terminal. */
export type Step = {
  /** Replaces the title, for example by what was found. */
  title(text: string): void;
  /** Shows where the step is, below its title. */
  progress(text: string): void;
};
export type Steps = readonly {
  readonly title: string;
  /** Titles of the steps that must have ended first. */
  readonly needs?: readonly string[];
  readonly run: (step: Step) => Promise<void>;
}[];

/** A terminal that cannot say how wide it is (0 columns) would get every letter on a line of its own. */
const MIN_COLUMNS = 40;

export type RunOptions = {
  /** How many at the same time; true for all. */
  readonly concurrent: boolean | number;
  /** Goes on after a failure. */
  readonly keepGoing?: boolean;
};

/** Runs steps, showing each with its duration. @throws what the first failing step threw, unless told to keep going. */
export async function runSteps(steps: Steps, { concurrent, keepGoing = false }: RunOptions): Promise<void> {
  const ends = new Map(steps.map(({ title }) => [title, Promise.withResolvers<void>()]));
  let failure: unknown;
  const tasks = steps.map(({ title, needs = [], run }): ListrTask => ({
    title,
    async task(_, task) {
      await Promise.all(needs.map(async (need) => ends.get(need)?.promise));
      const started = Date.now();
      let shown = title;
      try {
        await run({ title: (text) => (shown = text), progress: (text) => (task.output = text) });
        ends.get(title)?.resolve();
      } catch (error) {
        failure ??= error;
        throw new Error('see below', { cause: error });
      } finally {
        task.title = `${shown} ${formatDuration(Date.now() - started)}`;
      }
    },
  }));
  const list = new Listr(tasks, {
    concurrent,
    exitOnError: !keepGoing,
    registerSignalListeners: false,
    rendererOptions: { showErrorMessage: false, collapseErrors: false },
    fallbackRenderer: 'simple',
    fallbackRendererCondition: () => !process.stdout.isTTY || process.stdout.columns < MIN_COLUMNS,
  });
  await list.run().catch((error: unknown) => {
    throw failure ?? error;
  });
}

function formatDuration(duration: number): string {
  return styleText('dim', `[${(duration / 1000).toFixed(1)}s]`, { stream: process.stdout });
}
