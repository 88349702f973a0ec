import path from 'node:path';
import { type Mutant, MUTANTS } from './mutants.ts';
import { SPFE_MUTANTS } from './spfe/mutants.ts';

export type Specification = {
  readonly name: string;
  readonly directory: string;
  /** The initial states of its runs, as promise.qnt defines them. */
  readonly starts: string;
  readonly mutants: readonly Mutant[];
  /** Whether its runs are written for the replay against the real code. */
  readonly isReplayed: boolean;
};

/** The guarantee of a 201: accepting, issuing and submission. */
export const BATCHES: Specification = {
  name: 'batches',
  directory: import.meta.dirname,
  starts: 'Set(NOTHING, ISSUED, { ...ISSUED, posted: MOST_POSTS })',
  mutants: MUTANTS,
  isReplayed: true,
};

/** Deliveries to AEAT's public solution, with what is told about them. */
export const SPFE: Specification = {
  name: 'spfe',
  directory: path.join(import.meta.dirname, 'spfe'),
  starts: 'Set(NOTHING, ADMITTED, WITHDRAWN, INTERCONNECTED)',
  mutants: SPFE_MUTANTS,
  isReplayed: false,
};

export const SPECIFICATIONS: readonly Specification[] = [BATCHES, SPFE];
