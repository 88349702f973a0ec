import { Command } from 'commander';
import type { Pool } from 'pg';
import { readAeatSettings } from '../platform/config/aeat-settings.ts';
import { loadEnvironment } from '../platform/config/environment.ts';
import { describeSoftware } from '../platform/config/software.ts';
import { nameLineage } from '../platform/postgres/lineage/log-position.ts';
import { SII_STATES } from '../contracts/registers.ts';
import { MAX_PAYMENTS_OF_INVOICE } from '../contracts/limits.ts';
import { listSiiCollections } from '../remit/sii/issuers.ts';
import { nameProfile, UBL_PROFILES } from '../contracts/electronic-formats.ts';
import type { Refusal } from '../domain/einvoice/refusal.ts';
import {
  findIssuedInvoice,
  type InvoiceRecord,
  listInvoiceRecords,
  readFrozenProfile,
} from '../operate/statements/corrections.ts';
import type { Corrected, CorrectionOrder } from '../operate/correction-order.ts';
import { type EntryVersion, listVersions } from '../operate/statements/entries.ts';
import { MonthArchivedError } from '../platform/postgres/partitions/archived-months.ts';
import { query } from '../platform/postgres/statement.ts';
import { judgeUse } from '../operate/judge-use.ts';
import { buildCorrectionJobs } from '../operate/correction-jobs.ts';
import { enqueueJobs } from './ask-queues.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  UsageError,
  withDatabase,
  withOrder,
  withPool,
} from './command-context.ts';
import { readActiveLineage, refuseLeft } from './database-in-use.ts';
import { print } from './print.ts';
import { addSpfeCommand } from './invoice/spfe.ts';
import { describeCollection } from './sii/describe-collection.ts';
import { showDelivery } from './spfe/show-delivery.ts';

/*
 * npm run engine -- invoice: shows AEAT's answers about an issued invoice and its electronic
 * formats, makes corrections, deletes damaged files, and completes the search.
 */

type Options = OrderOptions & { recipientOutsideCensus?: boolean; inSii?: boolean };

export const command = new Command('invoice').description(
  'show the registration records, electronic formats and deliveries of issued invoices, correct them with new records, delete damaged signed files, and complete the search for invoices',
);

command
  .command('show')
  .description(
    'show the registration records of an invoice with the answers of AEAT, its delivery to the SPFE, and its electronic formats, with the rule that prevents one',
  )
  .argument('<id>', 'the issued_invoice_id of the API', readId)
  .action((id: number) => withPool('operator', ({ pool }) => show(pool, id)));

const onInvoice = (correction: Command) =>
  withOrder(correction.argument('<id>', 'the issued_invoice_id of the API', readId), {
    needsReason: true,
  });

const IN_SII = [
  '--in-sii',
  'correct the entry in SII of an invoice that is in VeriFactu as well, because its issuer entered SII afterwards',
] as const;

onInvoice(
  command
    .command('annul')
    .description(
      'annul an invoice that should never have been issued (RegistroAnulacion); its PDF then states that it is annulled',
    ),
)
  .option(...IN_SII)
  .action((invoiceId: number, options: Options) =>
    correct({
      invoiceId,
      action: 'annul',
      ...readReasoned(options),
      isInSii: options.inSii ?? false,
    }),
  );

onInvoice(
  command
    .command('resend')
    .description(
      'send a record again that AEAT rejected or accepted with errors: as a subsanación with the flags that AEAT requires, or as a new annulment',
    ),
)
  .option(
    '--recipient-outside-census',
    "declare the recipient as missing in AEAT's census (IDType 07), as AEAT advises for error 2001",
  )
  .option(...IN_SII)
  .action((invoiceId: number, options: Options) =>
    correct({
      invoiceId,
      action: 'resend',
      ...readReasoned(options),
      isInSii: options.inSii ?? false,
      isRecipientOutsideCensus: options.recipientOutsideCensus ?? false,
    }),
  );

onInvoice(
  command
    .command('drop-facturae')
    .description(
      'delete the signed Facturae of an invoice if it is damaged where it is stored; the next request has the invoice signed again',
    ),
).action((id: number, options: OrderOptions) =>
  withDatabase(async (database) => {
    const { dropFacturae, DropRefused } = await import('../operate/drop-facturae.ts');
    const fault = await dropFacturae(database, id, readOrder(options)).catch((error: unknown) => {
      throw error instanceof DropRefused ? new UsageError(error.message) : error;
    });
    await print(`${fault}. It is deleted; the next request has the invoice signed again`);
  }),
);

addSpfeCommand(command);

withOrder(command.command('index'))
  .description(
    'once after an upgrade from version 1.0.0: let the search for recipient_document find the invoices that it issued',
  )
  .action((options: OrderOptions) =>
    withDatabase(async (database) => {
      const { indexRecipients } = await import('../operate/index-recipients.ts');
      const found = await indexRecipients(database, readOrder(options));
      await print(`${found} invoices are now found by the documents of their recipients`);
    }),
  );

/** Reads an order with a reason, which Commander requires. */
function readReasoned(options: OrderOptions): { operator: string; reason: string } {
  const { operator, reason } = readOrder(options);
  return { operator, reason: reason! };
}

function correct(order: CorrectionOrder): Promise<void> {
  const environment = loadEnvironment(process.env);
  const software = describeSoftware(environment);
  const aeat = readAeatSettings(environment);
  return withDatabase(async ({ pool, orm }) => {
    const { correctInvoice, InvoiceNotIssued } = await import('../operate/correct-invoice.ts');
    const { CorrectionRefused } = await import('../operate/correction-order.ts');
    const inUse = await readActiveLineage(pool);
    refuseLeft(inUse && judgeUse(inUse, await nameLineage(pool)), 'Nothing is corrected here');
    const activeLineage = inUse?.lineage ?? null;
    let corrected: Corrected;
    try {
      corrected = await correctInvoice(
        { pool, orm, now: () => new Date(), software, aeat, activeLineage },
        order,
      );
    } catch (error) {
      if (error instanceof InvoiceNotIssued || error instanceof MonthArchivedError)
        throw new UsageError(error.message);
      if (!(error instanceof CorrectionRefused)) throw error;
      const advice = error.code === 'chain_suspended' ? ' (npm run engine -- chains)' : '';
      throw new UsageError(`${error.message}${advice}`);
    }
    await enqueueJobs(pool, buildCorrectionJobs(corrected, order.invoiceId));
    await print(`Invoice ${order.invoiceId}: ${describeCorrected(corrected)}`);
  });
}

function describeCorrected(corrected: Corrected): string {
  if (corrected.register === 'sii')
    return `${corrected.kind} is version ${corrected.version} of its entry in SII`;
  const { kind, chainId, sequence } = corrected;
  const name = kind === 'anulacion' ? 'RegistroAnulacion' : 'subsanación';
  return `${name} is record ${sequence} of chain ${chainId}`;
}

async function show(pool: Pool, id: number): Promise<void> {
  const invoice = await findIssuedInvoice(pool, id);
  if (!invoice) throw new UsageError(`There is no issued invoice ${id}`);
  const { organizationId, issuerNif, number, issueDate, total, isSigned } = invoice;
  await print(`${number}  ${issueDate}  ${total} EUR  issuer ${issuerNif}  organization ${organizationId}`);
  const records = await listInvoiceRecords(pool, id);
  const versions = await listVersions(pool, id);
  if (records.length + versions.length === 0)
    await print('  issued without VeriFactu: no registration record');
  await print([...records.flatMap(describeRecord), ...versions.flatMap(describeVersion)]);
  if (versions.length > 0) {
    const filter = { issuerNif: null, invoiceId: id, states: SII_STATES, overdueOn: null };
    const most = MAX_PAYMENTS_OF_INVOICE;
    for (const collection of await listSiiCollections(pool, organizationId, { ...filter, most }))
      await print([
        `  ${describeCollection(collection)}`,
        ...(collection.csv === null ? [] : [`      CSV ${collection.csv}`]),
      ]);
  }
  await showDelivery(pool, organizationId, id);
  const { judgeFormats } = await import('../domain/einvoice/formats.ts');
  const signers = isSigned ? undefined : await findOwnSigners(pool, organizationId, issuerNif);
  const source = { document: invoice.document, profile: await readFrozenProfile(pool, id), signers };
  const states = [
    ...judgeFormats(source),
    ...UBL_PROFILES.filter((profile) => profile !== 'cen').map(
      (profile) => [nameProfile('ubl', profile), judgeFormats(source, ['ubl'], profile).get('ubl')!] as const,
    ),
  ];
  await print(describeFormats(new Map<string, Refusal | null>(states)));
}

async function findOwnSigners(pool: Pool, organizationId: number, nif: string) {
  const { findSigners } = await import('../accept/statements/issuer-profiles.ts');
  const ask: Parameters<typeof findSigners>[0] = (statement) => query(pool, statement);
  return (await findSigners(ask, organizationId, [nif], new Date())).get(nif);
}

/** Lists the formats that can express an invoice, and why each of the others cannot. */
function describeFormats(states: ReadonlyMap<string, Refusal | null>): string[] {
  const able = [...states].flatMap(([format, refusal]) => (refusal === null ? [format] : []));
  const refusals = [...states].flatMap(([format, refusal]) =>
    refusal === null ? [] : [`      not ${format}: ${refusal.rule}: ${refusal.message.en}`],
  );
  return [`  electronic formats: ${able.join(', ') || 'none'}`, ...refusals];
}

function describeRecord(record: InvoiceRecord): string[] {
  const { kind, isCorrection, chainId, sequence, generatedAt, answer, code, message, csv } = record;
  const name = kind === 'anulacion' ? 'anulación' : isCorrection ? 'subsanación' : 'alta';
  const said = [answer ?? 'not answered yet', code === null ? null : `AEAT ${code}`, message];
  return [
    `  ${name}  record ${sequence} of chain ${chainId}  ${new Date(generatedAt).toISOString()}`,
    ...(isCorrection ? [`      because: ${record.reason} (${record.operator})`] : []),
    `      ${said.filter((part) => part !== null).join(': ')}`,
    ...(csv === null || answer === 'rejected' ? [] : [`      CSV ${csv}`]),
  ];
}

function describeVersion(entryVersion: EntryVersion): string[] {
  const { kind, version, fiscalYear, period, createdAt, state, code, message, csv } = entryVersion;
  const { orderedBy, reason } = entryVersion;
  const said = [state ?? 'not answered yet', code === null ? null : `AEAT ${code}`, message];
  return [
    `  ${kind}  version ${version} of the entry in SII, period ${fiscalYear}-${period}  ${new Date(createdAt).toISOString()}`,
    ...(orderedBy === null ? [] : [`      because: ${reason} (${orderedBy})`]),
    `      ${said.filter((part) => part !== null).join(': ')}`,
    ...(csv === null ? [] : [`      CSV ${csv}`]),
  ];
}
