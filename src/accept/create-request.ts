import type { PoolClient } from 'pg';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import type { SessionOrganization } from '../organizations/access/session-statements.ts';
import type { Trace } from '../platform/telemetry/traces/traces.ts';
import type { NewBatchView } from './build-response.ts';
import type { ExaminedBody } from './examine-body.ts';

/** How a request is answered. */
export type AnswerForm = {
  /** Whether the answer contains warnings, which are then stored with the invoices. */
  readonly hasWarnings: boolean;
  /**
   * Builds the texts of the answer before and after the id of the batch.
   * @param warnings the details of the warnings about valid invoices, by their index.
   */
  readonly build: (
    batch: NewBatchView,
    examined: ExaminedBody,
    warnings: ReadonlyMap<number, string>,
  ) => [string, string];
};

/** A request that creates a batch. */
export type CreateRequest = {
  readonly rules: RequestRules;
  readonly answer: AnswerForm;
  readonly organization: SessionOrganization;
  /** Lower-case UUID. */
  readonly idempotencyKey: string;
  readonly body: Buffer;
  /**
   * The body of a request that creates one invoice, which `body` contains as the only invoice of a
   * batch (`wrapInvoice`). Such a request is refused if its invoice fails, and stores nothing.
   */
  readonly invoice?: Buffer;
  /**
   * Is called in the transaction that stores the batch. If it throws, nothing is stored. Such a
   * batch shares no statement with others.
   */
  readonly onStored?: (client: PoolClient, batchId: number) => Promise<void>;
  readonly now: Date;
  /** Minimum seconds between two batches of the organization; 0 means no cool-down. */
  readonly cooldownSeconds: number;
  /** The trace of the request. All later work for the batch continues it. */
  readonly trace: Trace;
  /** Is called before the batch waits to be stored, perhaps with others. */
  readonly onStoring?: () => void;
};
