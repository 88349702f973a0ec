import type { Engine } from '../engine.ts';
import type { Output } from './output.ts';

export type Option = {
  readonly type: 'string' | 'boolean';
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly about: string;
};

/** What a command is run with. */
export type Run = {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly engine: Engine;
  /** Where it is, as the state files remember it. */
  readonly url: string;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
};

export type Command = {
  readonly summary: string;
  /** As the help names them. */
  readonly operands: string;
  readonly options: Readonly<Record<string, Option>>;
  /** @returns the exit code. */
  readonly run: (run: Run) => Promise<number>;
};

/** The value of an option that takes one. */
export function readText({ options }: Run, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
