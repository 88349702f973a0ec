import type { Pool } from 'pg';
import { findTraceparent } from '../src/platform/postgres/traces/traceparents.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';
import { NO_TRACE, type Trace, type Traces } from '../src/platform/telemetry/traces/traces.ts';

export type Followed = { readonly pool: Pool; readonly logger: Logger; readonly traces: Traces };

/**
 * Runs a job of a batch as part of the trace with which the batch was submitted, and adds the trace
 * ids to its log lines.
 */
export async function followBatch<C extends Followed, T>(
  context: C,
  name: string,
  { organizationId, batchId }: { readonly organizationId: number; readonly batchId: number },
  work: (context: C & { readonly trace: Trace }) => Promise<T>,
): Promise<T> {
  const { traces, pool, logger } = context;
  if (!traces.isOn) return work({ ...context, trace: NO_TRACE });
  const parent = await findTraceparent(pool, batchId);
  const attributes = { 'ibe.organization.id': organizationId, 'ibe.batch.id': batchId };
  return traces.follow(name, { kind: 'consumer', parent, attributes }, (trace) =>
    work({ ...context, logger: logger.child(trace.ids), trace }),
  );
}
