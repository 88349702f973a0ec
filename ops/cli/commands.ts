import type { Command } from 'commander';

/** What the module of a command holds. */
export type CommandModule = {
  readonly command: Command;
  /** The code with which the process ends where the command fails; 1 where nothing is said. */
  readonly failureCode?: number;
};

/**
 * Every command of `npm run engine`, in the order in which the help lists them: what is set up once, daily work, safety copies, proofs. The module of
 * a command is loaded when the command is called, and for the help of all.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<CommandModule>>> = {
  migrate: () => import('./migrate.ts'),
  org: () => import('./org.ts'),
  operator: () => import('./operator.ts'),
  webhooks: () => import('./webhooks.ts'),
  declaration: () => import('./declaration.ts'),
  status: () => import('./status.ts'),
  doctor: () => import('./doctor.ts'),
  audit: () => import('./audit.ts'),
  queues: () => import('./queues.ts'),
  chains: () => import('./chains.ts'),
  invoice: () => import('./invoice.ts'),
  'export-records': () => import('./export-records.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  archive: () => import('./archive.ts'),
  retention: () => import('./retention.ts'),
  'verify-chain': () => import('./verify-chain.ts'),
  'check-invariants': () => import('./check-invariants.ts'),
};
