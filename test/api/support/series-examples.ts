import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from '../../support/api.ts';
import { issueInTurn } from '../../support/engine.ts';
import { buildInvoiceV2 } from '../../support/invoices-v2.ts';

/** Collects the answers about a series that has given a number, as examples of the OpenAPI document. */
export async function keepSeries(
  api: TestApi,
  keep: (operation: string, answer: LightMyRequestResponse, request?: unknown) => LightMyRequestResponse,
): Promise<void> {
  const { token } = await api.createOrganization('Con Series SL', null, ['submit', 'read', 'series']);
  const ask = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
    api.inject({
      method,
      url: `/api/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': '0c2f7d1e',
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload }),
    });
  const nif = 'X1234567L';
  const series = { pattern: '{code}-{year}-{counter:6}', invoice_types: ['F1', 'F3'] };
  const mixed = { pattern: '{code}-{counter}', invoice_types: ['F1', 'R1'] };
  keep('setSeries', await ask('PUT', `/series/WEB?issuer_nif=${nif}`, mixed), mixed);
  keep('setSeries', await ask('PUT', `/series/WEB?issuer_nif=${nif}`, series), series);
  const invoice = buildInvoiceV2({ issuer_nif: nif, number_serie: null, series: 'WEB' });
  const created = await ask('POST', '/invoice_batches', { invoice_batch: { invoices: [invoice] } });
  await issueInTurn(api, created.json<{ data: { id: number } }>().data.id);
  keep('getSeries', await ask('GET', `/series/WEB?issuer_nif=${nif}`));
  keep('getSeries', await ask('GET', `/series/TPV?issuer_nif=${nif}`));
  keep('listSeries', await ask('GET', '/series'));
  keep('listSeriesChanges', await ask('GET', `/series/WEB/changes?issuer_nif=${nif}`));
  keep('listSeriesNumbers', await ask('GET', `/series/WEB/numbers?issuer_nif=${nif}`));
}
