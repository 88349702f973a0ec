/** The number of processes of each duty, with one core each, and the cores of PostgreSQL. */
export type Installation = {
  readonly ingresses: number;
  /** Workers of `batches`, of `pdfs` and of `remission`. */
  readonly issuers: number;
  readonly renderers: number;
  readonly remitters: number;
  readonly databaseCores: number;
  /**
   * Set if everything runs on one machine: the number of cores that all processes share. Other
   * software may use a part of them.
   */
  readonly sharedCores?: number;
};

/** The conditions under which an installation runs. */
export type Conditions = {
  readonly aeatAnswerSeconds: number;
  /** AEAT's wait between two envelopes of a chain that are not full. */
  readonly aeatWaitSeconds: number;
  readonly walSyncSeconds: number;
  readonly walBytesPerSecond: number;
  /** The number of times that clients read each batch. */
  readonly reads: number;
};

/** Returns the number of ingresses and workers. */
export function countProcesses({ ingresses, issuers, renderers, remitters }: Installation): number {
  return ingresses + issuers + renderers + remitters;
}

/**
 * The number of jobs that a process runs at a time, as set in `workers/main.ts` and by the default
 * of WORKER_CONCURRENCY. A test compares them.
 */
export const JOBS_AT_ONCE = { issuing: 2, remitting: 16 } as const;
