import type { Pool } from 'pg';
import { findChainOfIssuer } from '../../remit/find-issuers.ts';
import { buildSpfeJobs } from '../../remit/spfe/spfe-jobs.ts';
import { enqueueJobs } from '../ask-queues.ts';

/** Lets workers look at once at what is to be sent of an issuer to the SPFE, or compared with it. */
export async function enqueueSpfe(pool: Pool, organizationId: number, issuerNif: string): Promise<void> {
  const chainId = await findChainOfIssuer(pool, organizationId, issuerNif);
  if (chainId !== null) await enqueueJobs(pool, buildSpfeJobs({ organizationId, chainId, deliveries: 1 }));
}
