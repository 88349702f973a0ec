import { hash } from 'node:crypto';
import { createSession, type TestApi, type TestOrganization } from '../../support/api.ts';
import type { DumpedOrganization } from './golden-dump.ts';

/**
 * Reads everything that an organization can read: every batch, invoice and registration, and the
 * PDFs.
 */
export async function readAnswers(
  api: TestApi,
  { id, apiKey }: TestOrganization,
): Promise<DumpedOrganization> {
  const token = await createSession((request) => api.inject(request), apiKey);
  const answers: Record<string, unknown> = {};
  const pdfs: Record<string, string> = {};
  const read = async <T>(address: string) => {
    const answer = await api.get(token, address);
    if (answer.statusCode !== 200) return null;
    return (answers[address] = answer.json<T>());
  };
  type List = { data: { id: number; issued_invoice_id: number | null }[] };
  const batches = (await read<List>('/invoice_batches?per_page=100')) as List;
  for (const batch of batches.data) {
    const invoices = (await read<List>(`/invoice_batches/${batch.id}/batch_invoices?per_page=100`)) as List;
    for (const invoice of invoices.data.filter(({ issued_invoice_id }) => issued_invoice_id !== null)) {
      await read(`/batch_invoices/${invoice.id}`);
      await read(`/batch_invoices/${invoice.id}/registration`);
      const pdf = await api.get(token, `/batch_invoices/${invoice.id}/pdf`);
      if (pdf.statusCode === 200) pdfs[invoice.id] = hash('sha256', pdf.rawPayload);
    }
  }
  return { id, apiKey, answers, pdfs };
}
