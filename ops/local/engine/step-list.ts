import { styleText } from 'node:util';
import { Listr, type ListrTask } from 'listr2';

/** The output of a running step on the terminal. */
export type Step = {
  /** Replaces the title, for example by the version that was found. */
  title(text: string): void;
  /** Shows the progress of the step below its title. */
  progress(text: string): void;
};
export type Steps = readonly {
  readonly title: string;
  /** The titles of steps that must end before this one begins. */
  readonly needs?: readonly string[];
  readonly run: (step: Step) => Promise<void>;
}[];

/**
 * The minimum width. A terminal that reports 0 columns would get every character on a separate
 * line.
 */
const MIN_COLUMNS = 40;

export type RunOptions = {
  /** The number of steps that run at the same time; true for all. */
  readonly concurrent: boolean | number;
  /** Continues with other steps after a failure. */
  readonly keepGoing?: boolean;
};

/**
 * Runs steps and shows each with its duration.
 * @throws the error of the first failing step, unless `keepGoing` is set.
 */
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
