/* Runs one action with the TypeScript client. Its argument is JSON, and it prints JSON. */

import {
  EngineError,
  openEngine,
  verifyWebhook,
  WebhookFault,
} from '../../../clients/typescript/src/engine.ts';
import { saveFile } from '../../../clients/typescript/src/files/save-file.ts';

type Message = {
  readonly secrets: string[];
  readonly headers: Record<string, string>;
  readonly body: string;
};
type Given = {
  readonly action: string;
  readonly url: string;
  readonly key: string;
  readonly patience?: number;
  readonly file: string;
  readonly messages: readonly Message[];
};

const given = JSON.parse(process.argv[2]!) as Given;
const patienceMs = (given.patience ?? 20) * 1000;
const engine = openEngine({ url: given.url, apiKey: given.key, patienceMs });
const save = (download: () => AsyncIterable<Uint8Array>) => saveFile(given.file, download, { patienceMs });

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** Returns the event of a message, or why it is refused, whatever the kind of its headers. */
async function verify({ secrets, headers, body }: Message): Promise<unknown> {
  const verdicts = [headers, new Headers(headers)].map((read) =>
    verifyWebhook(secrets, read, Buffer.from(body)).catch((error: unknown) => {
      if (!(error instanceof WebhookFault)) throw error;
      return { fault: error.message };
    }),
  );
  const [verdict, same] = await Promise.all(verdicts);
  return JSON.stringify(verdict) === JSON.stringify(same) ? verdict : [verdict, same];
}

/** Calls each operation of the API. */
async function callEveryOperation(): Promise<void> {
  await engine.submit({ invoices: [] });
  await engine.createInvoice({ issuer_nif: 'B12345674', number_serie: 'A-1', lines: [] });
  await engine.creditInvoice(1, { reason: 'Devolución' });
  await engine.recordPayment(1, { date: '2026-11-25', amount: '121.00', means: 'cash' });
  await engine.recordPayments([{ invoice_id: 1, date: '2026-11-25', amount: '121.00', means: 'cash' }]);
  await readAll(engine.listPayments());
  await readAll(engine.listPaymentsOfInvoice(1));
  await engine.reversePayment(1, { date: '2026-11-26' });
  await engine.reportDefault(1, { due_on: '2026-11-25' });
  await engine.takeBackDefault(1);
  await engine.withdrawFromSpfe(1, { reason: 'never_happened' });
  await engine.resendToSpfe(1, { reason: 'Por error' });
  await engine.stateSpfeFact(1, { is_business: true });
  await readAll(engine.listSpfeRecipientReports({ since: '2026-11-01T00:00:00Z' }));
  await engine.getSpfeStatus();
  await engine.getSpfeReadiness({ month: '2026-11' });
  await engine.getAccess();
  await engine.validate({ invoices: [] }, { documents: ['ubl'] });
  await engine.preview({ issuer_nif: 'B12345674', number_serie: 'A-1', lines: [] });
  await readAll(engine.listBatches({ status: 'processed' }));
  await engine.getBatch(1);
  await engine.summary(1);
  await readAll(engine.listInvoices(1));
  await readAll(engine.search({}));
  await engine.getInvoice(1);
  await engine.lookup(['a']);
  await engine.annul(1, { reason: 'Por error' });
  await engine.resend(1, { reason: 'Por error' });
  await engine.registrationStatus('B12345674');
  await engine.responsibleDeclaration();
  await engine.pdf(1);
  await save(() => engine.archive(1, { partial: true }));
  await engine.documentFormats(1);
  await engine.document(1, 'ubl', { profile: 'cen' });
  await save(() => engine.documentArchive(1, 'ubl', { profile: 'cen' }));
  await readAll(engine.issuedBook({ issuer_nif: 'B12345674', to: '2026-12-31', format: 'xlsx' }));
  await readAll(engine.listRecipientProfiles());
  await engine.getRecipientProfile('B12345674');
  await engine.setRecipientProfile('B12345674', {});
  await engine.removeRecipientProfile('B12345674');
  await readAll(engine.listSeries({ issuer_nif: 'B12345674' }));
  await engine.getSeries('B12345674', 'F');
  await engine.setSeries('B12345674', 'F', { pattern: '{code}-{counter}' });
  await readAll(engine.listSeriesChanges('B12345674', 'F'));
  await readAll(engine.listSeriesNumbers('B12345674', 'F', { year: 2026 }));
  await engine.listWebhookEndpoints();
  await engine.createWebhookEndpoint({ url: 'https://erp.example.com/hooks', payload_version: 2 });
  await engine.getWebhookEndpoint(1);
  await engine.changeWebhookEndpoint(1, { enabled: false });
  await engine.removeWebhookEndpoint(1);
  await engine.testWebhookEndpoint(1);
  await engine.replayEvents(1, { occurred_from: '2026-11-01T00:00:00Z' });
  await readAll(engine.listEvents({ type: 'invoice.failed' }));
  await engine.close();
}

const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  every_operation: callEveryOperation,
  pdf_archive: () => save(() => engine.archive(1)),
  archive: () => save(() => engine.documentArchive(1, 'ubl')),
  book: () => save(() => engine.issuedBook({ issuer_nif: 'B12345674', to: '2026-12-31' })),
  verify: () => Promise.all(given.messages.map(verify)),
};

const result = await ACTIONS[given.action]!().catch((error: unknown) => {
  if (error instanceof EngineError) return { status: error.status, code: error.code };
  throw error;
});
process.stdout.write(`${JSON.stringify(result ?? null)}\n`);
await engine.close();
