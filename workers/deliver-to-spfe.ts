import { UnrecoverableError } from 'bullmq';
import type { DeliverToSpfeJob } from '../src/contracts/jobs.ts';
import type { PerOrganizationConcurrency } from '../src/remit/per-organization-concurrency.ts';
import { findIssuerOfChain } from '../src/remit/find-issuers.ts';
import { advanceIssuer, type AdvanceResult, type SpfeContext } from '../src/remit/spfe/advance-issuer.ts';
import { reviewIssuer } from '../src/remit/spfe/review-issuer.ts';
import { writeVersions } from '../src/remit/spfe/write-versions.ts';
import { Snooze } from './job-outcomes.ts';

type Context = SpfeContext & { readonly shares: PerOrganizationConcurrency };

/** The pause in ms of a job whose issuer has as many requests at AEAT as it may have. */
const BUSY_MS = 500;

/**
 * Writes the contents of an issuer's deliveries and sends its next request to the SPFE, and goes on until
 * nothing is left. Then it compares the issuer with the SPFE and asks what recipients reported, if that
 * is due. Without a transport it only writes. The job of a halted issuer fails.
 */
export function buildDeliverToSpfe(context: Context) {
  return async (job: DeliverToSpfeJob): Promise<object> => {
    const { organizationId, chainId, slot } = job;
    const after = (ms: number) => new Snooze(new Date(Date.now() + ms), job, { work: 1 });
    const leave = context.shares.enter(organizationId, `spfe ${chainId} ${slot}`);
    if (typeof leave === 'number') return after(leave * (1 + Math.random()));
    const { issuer, written, result } = await advance(context, job).finally(leave);
    if (result.kind === 'sent' && result.haltedReason === null)
      return new Snooze(result.next, job, { work: 1 });
    // Whatever keeps deliveries from being sent does not keep them from being written.
    if (written > 0) return after(0);
    if (result.kind === 'nothing' || result.kind === 'comparing') {
      // One job of an issuer asks for all of them.
      const next =
        slot === 0 && context.spfe.transport !== 'none' ? await reviewIssuer(context, issuer) : null;
      if (next !== null) return new Snooze(next, job, { work: 1 });
    }
    switch (result.kind) {
      case 'nothing':
      case 'comparing':
        return { [result.kind]: true };
      case 'busy':
        return after(BUSY_MS * (1 + Math.random()));
      case 'wait':
        return new Snooze(result.next, job, { work: 1 });
      case 'halted':
        throw new UnrecoverableError('The issuer is halted: see npm run engine -- spfe');
      case 'sent':
        // AEAT's own text is omitted because it contains names; operators find it in the database.
        throw new UnrecoverableError(`The issuer is halted by ${result.haltedReason?.split(':', 1)[0]}`);
    }
  };
}

async function advance(context: Context, { organizationId, chainId }: DeliverToSpfeJob) {
  const { pool, now, spfe, logger } = context;
  const issuer = { organizationId, issuerNif: await findIssuerOfChain(pool, chainId) };
  const report = (invoiceId: number, err: unknown) =>
    logger.error({ organizationId, invoiceId, err }, 'The file of an invoice for the SPFE cannot be written');
  const written = await writeVersions(pool, issuer, now(), report);
  const result: AdvanceResult =
    spfe.transport === 'none' ? { kind: 'nothing' } : await advanceIssuer(context, issuer);
  return { issuer, written, result };
}
