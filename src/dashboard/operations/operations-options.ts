import type { FastifyRequest } from 'fastify';
import type { Act, DashboardOrder } from '../../contracts/acts.ts';
import type { StoredDeclaration } from '../../platform/process/declarations.ts';
import type { BatchView, ChainView } from '../../monitor/statements/drill-down.ts';
import type { Installation, Overview } from '../../monitor/statements/overview.ts';
import type { QueueSnapshot } from '../../platform/jobs/queue-snapshot.ts';
import type { ShowAct } from './show-findings.ts';

/** Data source of the pages. */
export type OperationsSource = {
  readonly readOverview: (now: Date) => Promise<Overview>;
  readonly readInstallation: () => Promise<Installation>;
  readonly readBatch: (batchId: number) => Promise<BatchView | null>;
  readonly readChain: (chainId: number) => Promise<ChainView | null>;
  /** Returns the declaración responsable of a version, or null if none is stored. */
  readonly readDeclaration: (version: string) => Promise<StoredDeclaration | null>;
  /** Records that an operator viewed a client's data. */
  readonly recordLook: (order: DashboardOrder, act: Act) => Promise<void>;
};

export type OperationsOptions = {
  /** null if the dashboard has no database. */
  readonly source: OperationsSource | null;
  readonly readQueues: () => Promise<QueueSnapshot>;
  readonly version: string;
  readonly loginOf: (request: FastifyRequest) => string;
  readonly showActFor: (request: FastifyRequest) => ShowAct;
};
