import { createHash, hash } from 'node:crypto';
import { createZstdDecompress } from 'node:zlib';
import { readLinkBefore, verifyRecord, type VerifiedLink } from 'verifactu-protocol/records/verify-record';
import type { MonthDocument, MonthRecord } from './partitions/read-month.ts';
import type { LiteralTable } from '../platform/literals/codecs.ts';
import { decompressLiterals } from '../platform/literals/literal-block.ts';
import { isThere } from '../platform/files/durable-files.ts';
import { readLines } from '../platform/files/read-lines.ts';
import { add, addUp, type Checksum, isSame, NOTHING } from './checksum.ts';
import { addToRuns } from './collect-runs.ts';
import {
  type Archived,
  type ArchivedFile,
  type ArchivedOrganization,
  findLastDay,
  type MonthManifest,
  nameArchived,
  nameOrganization,
  readMonthManifest,
  type Run,
} from './manifest.ts';

/** The checksums of the archived rows, by file. */
export type Sums = Readonly<Record<'document-blocks' | 'record-blocks' | 'render-batches', Checksum>>;

export type VerifiedMonth = {
  readonly manifest: MonthManifest;
  readonly manifestSha256: Buffer;
  readonly documents: number;
  readonly records: number;
  readonly renderBatches: number;
  readonly sums: Sums;
  /** Organizations whose files were removed after their retention period. */
  readonly removed: readonly number[];
};

/**
 * Verifies a month from its files alone: line counts and checksums, every huella and link, that the
 * literal blocks match the documents and records, and every render batch.
 * @param today YYYY-MM-DD. The files of an organization may be missing if their retention period is
 *   over.
 * @throws Error that names the file and the fault.
 */
export async function verifyMonth(directory: string, today: string): Promise<VerifiedMonth> {
  const { manifest, sha256: manifestSha256 } = readMonthManifest(directory);
  const removed: number[] = [];
  let total = EMPTY;
  for (const organization of manifest.organizations) {
    const isOver = findLastDay(manifest.month, organization.keepYears) < today;
    if (isOver && !(await isThere(nameOrganization(directory, organization.id)))) {
      removed.push(organization.id);
      continue;
    }
    total = addTotals(total, await verifyOrganization(directory, organization));
  }
  return { manifest, manifestSha256, removed, ...total };
}

type Totals = Pick<VerifiedMonth, 'documents' | 'records' | 'renderBatches' | 'sums'>;

const EMPTY: Totals = {
  documents: 0,
  records: 0,
  renderBatches: 0,
  sums: { 'document-blocks': NOTHING, 'record-blocks': NOTHING, 'render-batches': NOTHING },
};

function addTotals(one: Totals, other: Totals): Totals {
  const sum = (name: keyof Sums) => addUp(one.sums[name], other.sums[name]);
  return {
    documents: one.documents + other.documents,
    records: one.records + other.records,
    renderBatches: one.renderBatches + other.renderBatches,
    sums: {
      'document-blocks': sum('document-blocks'),
      'record-blocks': sum('record-blocks'),
      'render-batches': sum('render-batches'),
    },
  };
}

async function verifyOrganization(directory: string, organization: ArchivedOrganization): Promise<Totals> {
  const read = (name: Archived, take: (line: string) => void) =>
    readFile(directory, organization, name, take);

  let documentTexts = NOTHING;
  const documents = await read('documents', (line) => {
    const { invoiceId, document } = JSON.parse(line) as MonthDocument;
    documentTexts = add(documentTexts, `${invoiceId} ${document}`);
  });
  let recordTexts = NOTHING;
  const chains = new ChainVerifier();
  const records = await read('records', (line) => {
    const record = JSON.parse(line) as MonthRecord;
    chains.verify(record);
    if (record.leaves) recordTexts = add(recordTexts, `${record.invoiceId} ${record.xml}`);
  });
  if (JSON.stringify(chains.runs) !== JSON.stringify(organization.runs))
    throw new Error(
      `${nameArchived(directory, organization.id, 'records')}: its chains differ from those in the manifest`,
    );
  const documentBlocks = await verifyBlocks(directory, organization, 'documents', documentTexts);
  const recordBlocks = await verifyBlocks(directory, organization, 'records', recordTexts);
  let batchRows = NOTHING;
  const renderBatches = await read('render-batches', (line) => {
    const { id, sha256, content } = JSON.parse(line) as RenderBatchRow;
    if (hash('sha256', fromHex(content)) !== sha256.slice(2))
      throw new Error(`Render batch ${id} differs from the rendered bytes`);
    batchRows = add(batchRows, `${id} ${sha256.slice(2)}`);
  });
  return {
    documents,
    records,
    renderBatches,
    sums: { 'document-blocks': documentBlocks, 'record-blocks': recordBlocks, 'render-batches': batchRows },
  };
}

type RenderBatchRow = { readonly id: number; readonly sha256: string; readonly content: string };
type BlockLine = {
  readonly batch_id: number;
  readonly part: number;
  readonly codec: number;
  readonly sha256: string;
  readonly content: string;
};

const fromHex = (text: string) => Buffer.from(text.slice(2), 'hex');

/**
 * Decompresses the literal blocks and compares them with the documents or records.
 * @returns the checksum of the blocks.
 */
async function verifyBlocks(
  directory: string,
  organization: ArchivedOrganization,
  table: LiteralTable,
  texts: Checksum,
): Promise<Checksum> {
  const name = table === 'documents' ? 'document-blocks' : 'record-blocks';
  let rows = NOTHING;
  let decompressed = NOTHING;
  await readFile(directory, organization, name, async (line) => {
    const { batch_id: batchId, part, codec, sha256, content } = JSON.parse(line) as BlockLine;
    const block = { codec, sha256: fromHex(sha256), content: fromHex(content) };
    for (const [position, text] of await decompressLiterals(table, block))
      decompressed = add(decompressed, `${batchId * 1000 + position} ${text}`);
    rows = add(rows, `${batchId} ${part} ${sha256.slice(2)}`);
  });
  if (!isSame(decompressed, texts))
    throw new Error(`${nameArchived(directory, organization.id, name)} differs from ${table}.ndjson.zst`);
  return rows;
}

/**
 * Reads a file completely.
 * @returns the number of its lines; 0 if the organization has no such file.
 */
async function readFile(
  directory: string,
  { id, files }: ArchivedOrganization,
  name: Archived,
  take: (line: string) => Promise<void> | void,
): Promise<number> {
  const file = nameArchived(directory, id, name);
  const said = files.find((each) => each.name === name);
  if (said === undefined) {
    if (await isThere(file)) throw new Error(`${file} is not in the manifest`);
    return 0;
  }
  const sha256 = createHash('sha256');
  let lines = 0;
  let problem: Error | undefined;
  await readLines(
    file,
    async (line) => {
      sha256.update(`${line}\n`);
      lines += 1;
      if (problem !== undefined) return;
      try {
        await take(line);
      } catch (error) {
        problem = error as Error;
      }
    },
    createZstdDecompress(),
    { lines: said.lines },
  );
  // If the file is not the one that was written, that is the error to report.
  requireSame(file, said, { name, lines, sha256: sha256.digest('hex') });
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`, { cause: problem });
  return lines;
}

function requireSame(file: string, said: ArchivedFile, found: ArchivedFile): void {
  if (said.lines !== found.lines || said.sha256 !== found.sha256)
    throw new Error(
      `${file} is damaged: it has ${found.lines} lines instead of ${said.lines}, or different lines`,
    );
}

/**
 * Verifies records in the order of their chains. Records of other months may be missing in between.
 */
class ChainVerifier {
  readonly runs: Run[] = [];
  #chainId = 0;
  #link: VerifiedLink | null = null;

  /** @throws if the record is not the one that was registered. */
  verify(record: MonthRecord): void {
    const { sequence, kind, previousHash, hash: huella, xml, chainId } = record;
    const { issuerNif, number, issueDate, total } = record;
    const stored = {
      sequence,
      kind,
      previousHash,
      hash: huella,
      xml,
      invoice: { issuerNif, number, issueDate, total },
    };
    const follows = this.#chainId === chainId && this.#link?.sequence === sequence - 1;
    const verified: VerifiedLink | string = verifyRecord(
      stored,
      follows ? this.#link : readLinkBefore(stored),
    );
    if (typeof verified === 'string') throw new Error(`chain ${chainId}, record ${sequence}: ${verified}`);
    this.#chainId = chainId;
    this.#link = verified;
    if (record.leaves) addToRuns(this.runs, record);
  }
}
