import type { Database } from '../../platform/postgres/open-database.ts';
import type { Asked } from 'verifactu-protocol/remission/decide-correction';
import { showStart } from 'verifactu-protocol/client/describe-foreign';
import { findConsulted, judgeOwner } from 'verifactu-protocol/remission/judge-duplicate';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { findIssuerName, listConsulted } from '../statements/remission.ts';
import { explainSilence, PART_UNREADABLE } from './explain-silence.ts';
import { type AeatSettings, openIssuerClient } from '../open-issuer-client.ts';

/**
 * Queries AEAT's register for an invoice that AEAT called a duplicate. This prevents a correction
 * from replacing or annulling the record of another system.
 * @param first the first registration record of the invoice.
 * @returns the engine's own record in the register, or the reason why nothing may be sent.
 */
export async function askRegister(
  { pool, orm }: Pick<Database, 'pool' | 'orm'>,
  aeat: AeatSettings,
  invoice: InvoiceIdentity & { readonly organizationId: number },
  first: { readonly chainId: number; readonly sequence: number; readonly hash: string },
  now: Date,
): Promise<Asked | string> {
  const { organizationId, issuerNif, number, issueDate } = invoice;
  const { chainId, sequence, hash } = first;
  const client = await openIssuerClient(orm, aeat, organizationId, issuerNif, now);
  if (typeof client === 'string') return untold(client);
  await using open = client;
  const { period, installationNumbers, later } = (await listConsulted(pool, chainId, [sequence])).get(
    sequence,
  )!;
  const issuer = { nif: issuerNif, name: await findIssuerName(pool, chainId) };
  const outcome = await open.consult({ issuer, period, number, issueDate });
  if (outcome.kind !== 'answered') return untold(explainSilence(outcome));
  const consulted = findConsulted(invoice, outcome.answer);
  if (consulted === undefined) return untold(PART_UNREADABLE);
  if (consulted === null) return { registered: 'nothing' };
  const own = { externalReference: `${chainId}-${sequence}`, hash };
  switch (judgeOwner(consulted, { installationNumbers, records: [own, ...later] })) {
    case 'ours':
      return { registered: consulted.state === 'annulled' ? 'annulled' : 'alta' };
    case 'untold':
      return untold('it shows a record of this invoice without its sender');
    case 'foreign':
      return (
        `AEAT has a record of another system with this issuer, number and date (NumeroInstalacion ${show(consulted.installationNumber)}, ` +
        `RefExterna ${show(consulted.externalReference)}), which would be overwritten. The invoice number was used twice: ` +
        'issue the invoice again under another number'
      );
  }
}

function untold(why: string): string {
  return `AEAT called it a duplicate, and its register must show whose record it has: ${why}`;
}

/** NumeroInstalacion may have 100 characters and RefExterna 60. */
const MOST_SHOWN = 100;

function show(text: string | null): string {
  return text === null ? 'none' : showStart(text, MOST_SHOWN);
}
