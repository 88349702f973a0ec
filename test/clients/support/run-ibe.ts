import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type CliRun, runProgram } from '../../support/run-cli.ts';
import type { Remark } from '../../../clients/typescript/src/cli/remarks.ts';
import type { ListeningApi } from './listening-api.ts';

export const IBE = 'clients/typescript/src/cli/main.ts';

export type Ibe = {
  readonly directory: string;
  readonly settings: NodeJS.ProcessEnv;
  /** Writes a file. @returns its path. */
  write(name: string, content: string | object): string;
  /** Runs the command. @returns its exit code and both outputs. */
  run(...args: string[]): Promise<CliRun>;
  /**
   * Runs the command with `--json`.
   * @returns its parsed output.
   * @throws if it ended with another code.
   */
  json<T>(code: number, ...args: string[]): Promise<T>;
};

/**
 * Opens the command line of an organization in its own directory, which is removed after the test.
 * @param url another address of the engine.
 */
export function openIbe(
  { url: direct, organization }: Pick<ListeningApi, 'url' | 'organization'>,
  url = direct,
): Ibe {
  const directory = mkdtempSync(path.join(tmpdir(), 'ibe-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const settings = { INVOICE_ENGINE_URL: url, INVOICE_ENGINE_API_KEY: organization.apiKey };
  const run: Ibe['run'] = (...args) => runProgram(IBE, args, settings);
  return {
    directory,
    settings,
    write(name, content) {
      const file = path.join(directory, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    run,
    async json<T>(expected: number, ...args: string[]) {
      const { code, out, err } = await run(...args, '--json');
      if (code !== expected) throw new Error(`It ended with ${code}: ${err}${out}`);
      return JSON.parse(out) as T;
    },
  };
}

/** The output of `submit --json`. */
export type SubmittedBatches = {
  readonly batches: readonly {
    readonly id: number;
    readonly outcome: string;
    readonly external_batch_id: string;
    readonly invoices_count: number;
    readonly errors: readonly Remark[];
  }[];
};
