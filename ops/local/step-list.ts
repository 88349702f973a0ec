import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';

/** What a running step tells the terminal. */
export type Step = {
  /** Replaces the title, for example by what was found. */
  title(text: string): void;
  /** Shows where the step is, below its title. */
  progress(text: string): void;
};
export type Steps = readonly { readonly title: string; readonly run: (step: Step) => Promise<void> }[];

/** Runs steps, showing each with its duration. @throws what the first failing step threw. */
export async function runSteps(steps: Steps, { concurrent }: { concurrent: boolean }): Promise<void> {
  const tasks = steps.map(({ title, run }): ListrTask => ({
    title,
    task: (_, task) =>
      run({
        title: (text) => (task.title = text),
        progress: (text) => (task.output = text),
      }),
  }));
  await new Listr(tasks, {
    concurrent,
    exitOnError: true,
    registerSignalListeners: false,
    rendererOptions: { timer: PRESET_TIMER, showErrorMessage: false, collapseErrors: false },
    fallbackRenderer: 'simple',
    fallbackRendererOptions: { timer: PRESET_TIMER },
  }).run();
}
