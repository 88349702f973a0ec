import type { FastifyRequest } from 'fastify';
import type { Act, DashboardOrder } from '../../contracts/acts.ts';
import type { StoredDeclaration } from '../../platform/process/declarations.ts';
import type { BatchView, ChainView } from '../overview/statements/drill-down.ts';
import type { Installation, Overview } from '../overview/statements/overview.ts';
import type { QueueSnapshot } from '../../platform/jobs/queue-snapshot.ts';
import type { ShowAct } from './show-findings.ts';

/** Where the pages read from. */
export type OperationsSource = {
  readonly readOverview: (now: Date) => Promise<Overview>;
  readonly readInstallation: () => Promise<Installation>;
  readonly readBatch: (batchId: number) => Promise<BatchView | null>;
  readonly readChain: (chainId: number) => Promise<ChainView | null>;
  /** The declaración responsable of a version; null where none was stored. */
  readonly readDeclaration: (version: string) => Promise<StoredDeclaration | null>;
  /** Writes down that somebody looked at what a client wrote. */
  readonly recordLook: (order: DashboardOrder, act: Act) => Promise<void>;
};

export type OperationsOptions = {
  /** null: the dashboard has no database. */
  readonly source: OperationsSource | null;
  readonly readQueues: () => Promise<QueueSnapshot>;
  readonly version: string;
  readonly loginOf: (request: FastifyRequest) => string;
  readonly showActFor: (request: FastifyRequest) => ShowAct;
};
