import type { CreateBatchBody } from '../../../src/contracts/invoice-input.ts';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerDetails } from '../../../src/contracts/issuer-profile.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { readDocument, writeInvoice } from '../../../src/domain/invoice/stored-document.ts';
import { FLAT_RULES } from '../../../src/domain/reading/request-rules.ts';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import { POSITIONS_PER_BLOCK } from '../../../src/platform/literals/block-place.ts';
import {
  compressLiterals,
  decompressLiterals,
  type LiteralBlock,
} from '../../../src/platform/literals/literal-block.ts';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
import { expectEqual } from '../measuring/prove.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { buildCpuRates } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const READING = 'reading the stored document alone';
const UNIT = 'documents/s';
/** The number of UBL documents per second of processor time that one core must write. */
const LEAST_UBL = 1000;

const ISSUER: IssuerDetails = {
  name: null,
  address: 'Calle Mayor 1',
  postalCode: '28013',
  city: 'Madrid',
  province: null,
  countryCode: 'ES',
  email: 'facturas@ejemplo.es',
  phone: '+34 910 000 000',
  website: null,
  registryNote: 'Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1',
  accent: null,
  language: null,
};

/** Facturae is not signed here: an RSA signature costs more than the document. */
const FORMATS: Readonly<Record<string, (document: InvoiceDocument) => string>> = {
  UBL: (document) => writeXml('ubl', { document, profile: ISSUER }),
  CII: (document) => writeXml('cii', { document, profile: ISSUER }),
  'Facturae, not signed': (document) => writeFacturae(document, ISSUER),
};

/**
 * Goal 18: the processor time to write an electronic document of a stored invoice, compared with
 * reading the stored document alone.
 */
export async function measureElectronicDocuments(bench: Pick<Bench, 'pick' | 'options'>): Promise<Finding[]> {
  const documents = issue(bench.pick(1000, POSITIONS_PER_BLOCK));
  const blocks = await store(documents);
  for (const write of Object.values(FORMATS)) prove(documents, write);
  const samples = await interleave(
    [
      { name: READING, measure: () => measure(blocks, documents.length, null) },
      ...Object.entries(FORMATS).map(([name, write]) => ({
        name,
        measure: () => measure(blocks, documents.length, write),
      })),
    ],
    { rounds: bench.pick(3, 1) * bench.options.repeats, warmUps: bench.pick(5, 1) },
  );
  const proof = `${documents.length} documents in each format contain their number and their total`;
  const rates = buildCpuRates(samples, UNIT);
  return [
    {
      goal: '18',
      what: 'UBL documents of stored invoices written per second of processor time',
      unit: UNIT,
      value: rates.get('UBL')!.value,
      limit: { least: LEAST_UBL },
      figures: [...rates.values()],
      proof,
    },
    ...Object.keys(FORMATS).map((name) => ({
      goal: '18',
      what: `Processor time to read a stored invoice and write its document: ${name}, over ${READING}`,
      unit: '×',
      value: compareSamples(samples, name, READING, 'cpuMs'),
      figures: [],
      proof,
    })),
  ];
}

/** Builds the documents of a batch. */
function issue(count: number): InvoiceDocument[] {
  const { invoice_batch: batch } = JSON.parse(buildBatch(count, 'E').toString()) as CreateBatchBody;
  const context = {
    organizationName: 'Ejemplo, S.L.',
    today: todayInMadrid(new Date()),
    rules: FLAT_RULES,
  } as const;
  return batch.invoices.map((input) => {
    const preparation = prepareInvoice(input, context);
    if (preparation.kind === 'refused') throw new Error(JSON.stringify(preparation.findings));
    return preparation.invoice.document;
  });
}

/** Compresses documents into literal blocks, as they are stored. */
function store(documents: readonly InvoiceDocument[]): Promise<LiteralBlock[]> {
  const parts = Array.from({ length: Math.ceil(documents.length / POSITIONS_PER_BLOCK) }, (_, part) =>
    documents.slice(part * POSITIONS_PER_BLOCK, (part + 1) * POSITIONS_PER_BLOCK),
  );
  return Promise.all(
    parts.map((part) =>
      compressLiterals(
        'documents',
        part.map((document, position) => ({ position, text: writeInvoice(document).text })),
      ),
    ),
  );
}

/** Reads every document of the blocks and writes it. @param write null to read only. */
async function measure(
  blocks: readonly LiteralBlock[],
  count: number,
  write: ((document: InvoiceDocument) => string) | null,
): Promise<Sample> {
  const before = process.cpuUsage();
  const started = performance.now();
  let [read, bytes] = [0, 0];
  for (const block of blocks) {
    for (const text of (await decompressLiterals('documents', block)).values()) {
      const document = readDocument(text);
      read += 1;
      if (write !== null) bytes += Buffer.from(write(document)).length;
    }
  }
  const ms = (performance.now() - started) / count;
  const { user, system } = process.cpuUsage(before);
  expectEqual('Documents', read, count);
  expectEqual('Whether something was written', String(bytes > 0), String(write !== null));
  return { ms, cpuMs: (user + system) / 1000 / count };
}

/** Proves that each document is that of its invoice. */
function prove(documents: readonly InvoiceDocument[], write: (document: InvoiceDocument) => string): void {
  const lacking = documents.filter((document) => {
    const xml = write(document);
    return !xml.includes(`>${document.number}<`) || !xml.includes(`>${document.totals.total}<`);
  });
  expectEqual('Documents without their number or total', lacking.length, 0);
}
