import type { Pool } from 'pg';
import { SPFE_STATES } from '../../contracts/spfe.ts';
import { listSpfeDeliveries, listSpfeMessages, listSpfeReports } from '../../remit/spfe/issuers.ts';
import { print } from '../print.ts';
import { describeDelivery, describeMessage, describeReport } from './describe-delivery.ts';

/** Prints the delivery of an invoice to the SPFE, what its issuer told and what its recipient reported, if it has one. */
export async function showDelivery(pool: Pool, organizationId: number, invoiceId: number): Promise<void> {
  const filter = { issuerNif: null, invoiceId, states: SPFE_STATES, dueBefore: null, most: 1 };
  const [delivery] = await listSpfeDeliveries(pool, organizationId, filter);
  if (delivery === undefined) return;
  const { version, csv, localizador, answeredAt } = delivery;
  await print([
    `  SPFE: ${describeDelivery(delivery)}${version === 0 ? '' : `  version ${version}`}`,
    ...(csv === null
      ? []
      : [
          `      CSV ${csv}${localizador === null ? '' : `, localizador ${localizador}`}${answeredAt === null ? '' : `, ${new Date(answeredAt).toISOString()}`}`,
        ]),
    ...(await listSpfeMessages(pool, invoiceId)).map((message) => `      ${describeMessage(message)}`),
    ...(await listSpfeReports(pool, invoiceId)).map((report) => `      ${describeReport(report)}`),
  ]);
}
