/*
 * The limits of admission, each with the reason for its value. Three mechanisms enforce them, in
 * the order in which a request meets them:
 *
 * 1. Connections and bytes at the socket (`connections/`, `body-budget.ts`): what a process accepts
 *    from the network and keeps in memory.
 * 2. Fair concurrency per organization (`semaphore.ts`, `body-semaphore.ts`,
 *    `organization-connections.ts`): how much work of one organization runs at the same time.
 * 3. Shared statements (`src/accept/batch-writer.ts`): how many statements that accept batches run
 *    at the same time, and what one of them may hold.
 *
 * Rate limits per minute and per hour are not here, because they belong to the API's contract
 * (`src/api/limits/rate-limits.ts`).
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits of connections. A stranger is a connection on which no request has authenticated yet. */
export const CONNECTION_LIMITS = {
  /**
   * The share of all connections that one client network may have: everybody else keeps seven
   * eighths.
   */
  clientShare: 1 / 8,
  /** The share of all connections that one organization may have from any number of addresses. */
  organizationShare: 1 / 4,
  /**
   * Seconds that a stranger's connection stays open between two requests, or while its answer is
   * not read.
   */
  strangerPatienceSeconds: 5,
  /**
   * Unanswered requests on one connection: HTTP clients rarely pipeline more, and Node.js accepts
   * any number of them.
   */
  openRequests: 16,
  /** Unanswered requests on a stranger's connection: only authenticated clients may pipeline. */
  openRequestsOfStranger: 2,
  /** Bytes of the heads of unanswered requests. One head may have 16 KiB. */
  openHeadBytes: 32 * KIB,
  /**
   * Bytes of the heads of requests that follow the last answered one: as much as Node.js reads at
   * once.
   */
  headBytesPast: 128 * KIB,
  /** Answers per second to the strangers of one client, because each answer costs work. */
  answersToStrangers: 100,
} as const;

/** Limits of the answers that the process keeps until their clients have read them. */
export const UNREAD_ANSWER_LIMITS = {
  /** Bytes for all clients. */
  bytes: 64 * MIB,
  /** The share of these bytes for one organization, or for one client without an organization. */
  organizationShare: 1 / 4,
  /** Milliseconds during which an answer counts as on its way to a client of any speed. */
  graceMs: 1000,
} as const;

/**
 * The largest body that counts as small, in bytes. A small body is examined at once (2 ms: a thread
 * would not be faster) unless the bodies of its organization take long. It does not wait for large
 * ones, and the budget keeps room for it.
 */
export const SMALL_BODY_BYTES = 256 * KIB;

/**
 * The work that a small body causes grows with its bytes up to this size: a body of this size can
 * already hold a thousand invoices with faults.
 */
export const MAX_SMALL_WEIGHT = 20 * KIB;

/**
 * Limits of the bodies that a process keeps in memory. Their total is the setting
 * BODY_BUDGET_BYTES.
 */
export const BODY_BUDGET_LIMITS = {
  /** The share that stays free for small bodies while large ones arrive. */
  keptForSmall: 1 / 8,
  /** The share for the bodies of one organization. */
  organizationShare: 1 / 4,
  /**
   * A body that arrives more slowly than this may lose the room for its missing bytes to another
   * body.
   */
  slowestBytesPerSecond: 512 * KIB,
  /** Milliseconds after which the speed of a body is judged. */
  graceMs: 2000,
} as const;

/**
 * Limits of the bodies that are worked on at the same time, because the work takes several times
 * their memory. `share` is that of one organization.
 */
export const BODY_WORK_LIMITS = {
  /** One of the largest bodies beside some smaller ones. */
  large: { room: 40 * MIB, share: 1 / 2 },
  /**
   * 64 of the heaviest small bodies, eight of them of one organization. A body with one invoice
   * never waits.
   */
  small: { room: 64 * MAX_SMALL_WEIGHT, share: 1 / 8 },
  /** Comparisons of a body with a stored one, one at a time. */
  comparison: { room: 1, share: 1 },
} as const;

/** A number of permits and how long work waits for one. */
export type PermitLimit = {
  readonly atOnce: number;
  /** Milliseconds. */
  readonly patienceMs: number;
};

/**
 * Permits for concurrent work. Unless a comment states otherwise, each organization has this number
 * of permits in each process.
 */
export const PERMITS = {
  /**
   * Requests with small bodies: pipelined requests of one organization let those of others pass.
   */
  requests: { atOnce: 64, patienceMs: 30_000 },
  /**
   * Connections of the process's pool of ten, so that the slow reads of one organization leave some
   * to the others.
   */
  connections: { atOnce: 2, patienceMs: 30_000 },
  /** Bodies that are being decompressed: each needs up to 8 MiB beside its own bytes. */
  decompressing: { atOnce: 2, patienceMs: 10_000 },
  /**
   * Small bodies that a thread examines because those of their organization take long. Per process:
   * the main thread takes part.
   */
  examining: { atOnce: 1, patienceMs: 30_000 },
  /**
   * Pieces of PDFs and documents that are read: a connection of the organization's two stays free
   * for its other requests.
   */
  downloads: { atOnce: 1, patienceMs: 30_000 },
  /**
   * Documents that a thread reads and writes: the threads of the process take turns between
   * organizations.
   */
  writing: { atOnce: 1, patienceMs: 30_000 },
  /** Previews that are being rendered: each request waits for a worker. */
  previews: { atOnce: 2, patienceMs: 10_000 },
  /** Dry runs that wait for AEAT's census. */
  census: { atOnce: 2, patienceMs: 10_000 },
  /**
   * Whole invoices that are read: each holds the compressed body of its batch, which a thread
   * searches for the invoice.
   */
  wholeInvoices: { atOnce: 1, patienceMs: 30_000 },
  /**
   * Look-ups of invoices by up to a thousand ids: each keeps PostgreSQL and the event loop busy for
   * several milliseconds.
   */
  lookUps: { atOnce: 1, patienceMs: 30_000 },
  /** Payments that are recorded: a request with a thousand of them reads the documents of as many invoices. */
  payments: { atOnce: 1, patienceMs: 30_000 },
  /** Parts of ZIPs of PDFs and electronic invoices that are read or written. */
  zips: { atOnce: 2, patienceMs: 30_000 },
  /**
   * Archives of PDFs and electronic invoices that have begun. More of them would share the threads
   * for so long that their clients, or the limit on silent connections, would end them.
   */
  begunZips: { atOnce: 16, patienceMs: 10_000 },
  /**
   * Archives of electronic invoices whose documents are judged before the first byte: one after
   * another, so that the first ones begin soon.
   */
  judging: { atOnce: 1, patienceMs: 15_000 },
  /**
   * Books of issued invoices that have begun: each has a thread of its own and one statement at a
   * time.
   */
  books: { atOnce: 1, patienceMs: 10_000 },
  /** Books per process: each needs up to 200 MB. */
  allBooks: { atOnce: 3, patienceMs: 10_000 },
  /**
   * Months whose readiness for the SPFE is examined: each reads and judges up to 100,000 documents in
   * the process of the API.
   */
  readiness: { atOnce: 1, patienceMs: 10_000 },
  /** Examined months per process: each takes its turns of the event loop from all requests. */
  allReadiness: { atOnce: 2, patienceMs: 10_000 },
  /** Corrections: each holds a connection while it waits for its chain. */
  corrections: { atOnce: 1, patienceMs: 5000 },
  /** Corrections per process. */
  allCorrections: { atOnce: 3, patienceMs: 5000 },
  /**
   * Look-ups of tokens per client network, so that a flood of wrong tokens is counted before it
   * reaches the database.
   */
  tokenLookUps: { atOnce: 4, patienceMs: 5000 },
  /**
   * Look-ups of API keys per process, so that guesses from many addresses leave connections to
   * others.
   */
  keyLookUps: { atOnce: 3, patienceMs: 5000 },
  /**
   * Batches that are stored alone: all of them wait for the row of their organization, each with a
   * connection.
   */
  batchesAlone: { atOnce: 3, patienceMs: 5000 },
  /** Batches that are stored alone, per process. */
  allBatchesAlone: { atOnce: 5, patienceMs: 5000 },
} as const satisfies Readonly<Record<string, PermitLimit>>;

/**
 * Requests that wait until the invoice that they created is issued. Each keeps some kilobytes and a
 * connection of its client; further ones are answered at once that the invoice is pending.
 */
export const WAIT_LIMITS = {
  /** In a process. */
  all: 2048,
  /** Of one organization in a process. */
  ofOrganization: 256,
} as const;

/**
 * Requests of one organization with small bodies while others send requests, too. Each takes
 * several turns of the event loop, so 64 of one organization would make every turn of another one's
 * request long. With two of them some reads of others took eight times as long as in an idle
 * system, with one about five times at most. A request that only waits from then on, or whose body
 * arrives, has no permit.
 */
export const REQUESTS_BESIDE_OTHERS = 1;

/** Limits of the statements that accept several small batches. */
export const SHARED_STATEMENT_LIMITS = {
  /** Statements at the same time. Batches that arrive meanwhile wait for the next one together. */
  statements: 2,
  /**
   * Milliseconds after which a statement counts as waiting for a lock and no longer delays the
   * others.
   */
  patienceMs: 100,
  /**
   * Statements at the same time including those that wait for a lock, out of the ten connections of
   * the process.
   */
  allStatements: 6,
  /** Statements with batches of one organization: those batches wait for one row. */
  statementsOfOne: 2,
  /** Batches in one statement. */
  batches: 50,
  /**
   * Invoices in one statement, which keeps it short. A batch with more than half as many is stored
   * alone.
   */
  invoices: 200,
} as const;
