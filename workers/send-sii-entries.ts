import { UnrecoverableError } from 'bullmq';
import type { SendSiiEntriesJob } from '../src/contracts/jobs.ts';
import type { PerOrganizationConcurrency } from '../src/remit/per-organization-concurrency.ts';
import { sendEntries, type SendContext } from '../src/remit/sii/send-entries.ts';
import { findIssuerOfChain } from '../src/remit/find-issuers.ts';
import { Snooze } from './job-outcomes.ts';

type Context = SendContext & { readonly shares: PerOrganizationConcurrency };

/** The pause in ms of a job whose issuer has as many messages at AEAT as it may have. */
const BUSY_MS = 500;

/**
 * Sends the next message of an issuer to SII, and then the following ones until none is left. The job
 * of a halted issuer fails.
 */
export function buildSendSiiEntries(context: Context) {
  return async (job: SendSiiEntriesJob): Promise<object> => {
    const { organizationId, chainId, slot } = job;
    const leave = context.shares.enter(organizationId, `sii ${chainId} ${slot}`);
    if (typeof leave === 'number')
      return new Snooze(new Date(Date.now() + leave * (1 + Math.random())), job, { work: 1 });
    const result = await findIssuerOfChain(context.pool, chainId)
      .then((issuerNif) => sendEntries(context, { organizationId, issuerNif }))
      .finally(leave);
    switch (result.kind) {
      case 'nothing':
        return { nothing: true };
      case 'busy':
        return new Snooze(new Date(Date.now() + BUSY_MS * (1 + Math.random())), job, { work: 1 });
      case 'wait':
        return new Snooze(result.next, job, { work: 1 });
      case 'halted':
        throw new UnrecoverableError('The issuer is halted: see npm run engine -- sii');
      case 'sent':
        // AEAT's own text is omitted because it contains names; operators find it in the database.
        if (result.haltedReason !== null)
          throw new UnrecoverableError(`The issuer is halted by ${result.haltedReason.split(':', 1)[0]}`);
        return new Snooze(result.next, job, { work: 1 });
    }
  };
}
