import { execFile } from 'node:child_process';
import type { CliRun } from './run-cli.ts';

/** A program to run, by its place among those asked for. */
export type Start = {
  readonly id: number;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

/*
 * Starts programs for a process of tests, which is twenty times as large: to start one, the system copies the table of the memory of whoever asks,
 * 10 to 20 ms of the processor. Ends with it.
 */
process.on('message', ({ id, args, env }: Start) => {
  execFile(process.execPath, args, { env }, (error, out, err) => {
    // Without a code: ended by a signal.
    const run: CliRun = { code: error ? Number(error.code ?? -1) : 0, out, err };
    process.send?.({ id, run });
  });
});
process.on('disconnect', () => process.exit());
