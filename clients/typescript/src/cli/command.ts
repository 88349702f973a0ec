import type { Engine } from '../engine.ts';
import type { Output } from './output.ts';

export type Option = {
  readonly type: 'string' | 'boolean';
  /** The placeholder for its value in the help. */
  readonly value?: string;
  readonly about: string;
};

/** The context in which a command runs. */
export type Run = {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly engine: Engine;
  /** The address of the engine, as in state files. */
  readonly url: string;
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
};

export type Command = {
  readonly summary: string;
  /** The operands as shown in the help. */
  readonly operands: string;
  readonly options: Readonly<Record<string, Option>>;
  /** @returns the exit code. */
  readonly run: (run: Run) => Promise<number>;
};

/** Returns the value of an option. */
export function readText({ options }: Run, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
