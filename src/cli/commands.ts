import type { Command } from 'commander';

/** The exports of a command's module. */
export type CommandModule = {
  readonly command: Command;
  /** The exit code if the command fails; default: 1. */
  readonly failureCode?: number;
};

/**
 * Every command of `npm run engine`, in the order of the help: setup, daily work, backups, proofs.
 * The module of a command is loaded when the command is called, and for the help of all commands.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<CommandModule>>> = {
  migrate: () => import('./migrate.ts'),
  org: () => import('./org.ts'),
  operator: () => import('./operator.ts'),
  recipient: () => import('./recipient.ts'),
  webhooks: () => import('./webhooks.ts'),
  declaration: () => import('./declaration.ts'),
  status: () => import('./status.ts'),
  doctor: () => import('./doctor.ts'),
  audit: () => import('./audit.ts'),
  queues: () => import('./queues.ts'),
  chains: () => import('./chains.ts'),
  sii: () => import('./sii.ts'),
  spfe: () => import('./spfe.ts'),
  invoice: () => import('./invoice.ts'),
  book: () => import('./book.ts'),
  'export-records': () => import('./export-records.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  archive: () => import('./archive.ts'),
  retention: () => import('./retention.ts'),
  'verify-chain': () => import('./verify-chain.ts'),
  'check-invariants': () => import('./check-invariants.ts'),
};
