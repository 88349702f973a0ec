import type { LightMyRequestResponse } from 'fastify';
import type { SpfeState } from '../../../src/contracts/spfe.ts';
import type { TestApi } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { moveDelivery, storeDeliveries } from '../../support/spfe-deliveries.ts';

/** Collects the answers about deliveries to the SPFE, as examples of the OpenAPI document. */
export async function keepDeliveries(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const rights = ['submit', 'read', 'correct', 'payments'] as const;
  const { token } = await api.createOrganization('Entregas SL', null, rights);
  const { pool } = api.database;
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, last = 0) =>
    api.inject({
      method,
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': '7c1d42e0',
        ...(method === 'POST' && {
          'idempotency-key': `3f0f8d4e-5b0e-4c44-9a52-2f6d3c1f7c${String(last).padStart(2, '0')}`,
        }),
      },
      ...(payload && { payload }),
    });
  const invoices = [1, 2, 3].map((number) =>
    buildInvoiceV2({ number_serie: `E-2026/000${number}`, issue_date: '2026-11-18' }),
  );
  const created = await ask('POST', '/invoice_batches', { invoice_batch: { invoices } }, 10);
  const id = created.json<{ data: { id: number } }>().data.id * 1000;
  await issueInTurn(api, id / 1000);
  const at = api.clock.now;
  const move = (invoice: number, ...states: readonly SpfeState[]) => moveDelivery(pool, invoice, states, at);
  await storeDeliveries(pool, [id, id + 1], { at });
  await storeDeliveries(pool, [id + 2], { state: 'unknown', at });
  await move(id, 'sending', 'admitted');
  await move(id + 1, 'sending', 'rejected');

  const days = { due_on: '2026-11-19', goods_received_on: '2026-11-18' };
  keep('reportDefault', await ask('POST', `/invoices/${id}/defaults`, { due_on: '2026-11-20' }, 11));
  keep('reportDefault', await ask('POST', `/invoices/${id}/defaults`, days, 12), days);
  keep('takeBackDefault', await ask('DELETE', `/invoices/${id}/defaults`));
  const never = { reason: 'never_happened' };
  keep('withdrawFromSpfe', await ask('POST', `/invoices/${id + 1}/spfe/withdraw`, never, 13));
  keep('withdrawFromSpfe', await ask('POST', `/invoices/${id}/spfe/withdraw`, never, 14), never);
  const again = { reason: 'Versión nueva del programa' };
  keep('resendToSpfe', await ask('POST', `/invoices/${id}/spfe/resend`, again, 15));
  keep('resendToSpfe', await ask('POST', `/invoices/${id + 1}/spfe/resend`, again, 16), again);
  const fact = { is_business: true };
  keep('stateSpfeFact', await ask('POST', `/invoices/${id}/spfe/facts`, fact, 17));
  keep('stateSpfeFact', await ask('POST', `/invoices/${id + 2}/spfe/facts`, fact, 18), fact);
  await pool.query(
    `insert into spfe_recipient_reports (organization_id, issued_invoice_id, kind, effective_on, due_on, first_seen_at)
     select organization_id, issued_invoice_id, 'PAYMENT', '2026-11-20', '2026-12-20', $2 from spfe_deliveries where issued_invoice_id = $1`,
    [id, at],
  );
  keep('listSpfeRecipientReports', await ask('GET', '/spfe/recipient_reports'));
  await putInSpfe(pool, { validFrom: '2027-10-06' });
  keep('getSpfeStatus', await ask('GET', '/spfe/status'));
  keep('getSpfeReadiness', await ask('GET', '/spfe/readiness?month=2026-11'));
}
