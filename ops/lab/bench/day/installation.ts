/** How many processes of each duty there are, a core for each, and the cores of PostgreSQL. */
export type Installation = {
  readonly ingresses: number;
  /** Workers of batches, of pdfs, of remission. */
  readonly issuers: number;
  readonly renderers: number;
  readonly remitters: number;
  readonly databaseCores: number;
  /** Where everything runs on one machine: the cores that all of it shares, of which others may take a part. */
  readonly sharedCores?: number;
};

/** What is around it. */
export type Conditions = {
  readonly aeatAnswerSeconds: number;
  /** Between envelopes of a chain that are not full. */
  readonly aeatWaitSeconds: number;
  readonly walSyncSeconds: number;
  readonly walBytesPerSecond: number;
  /** Times that each batch is asked for. */
  readonly reads: number;
};

/** Ingresses and workers. */
export function countProcesses({ ingresses, issuers, renderers, remitters }: Installation): number {
  return ingresses + issuers + renderers + remitters;
}

/** Jobs at a time of a process, as `workers/main.ts` and the default of WORKER_CONCURRENCY have it; a test compares them. */
export const JOBS_AT_ONCE = { issuing: 2, remitting: 16 } as const;
