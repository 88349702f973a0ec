import type { ElectronicFormat, UblProfileName } from '../../contracts/electronic-formats.ts';
import type { FormatStates, Refusal } from '../../domain/einvoice/refusal.ts';
import { PERMITS } from '../../platform/admission/limits.ts';
import { createSemaphore } from '../../platform/admission/semaphore.ts';
import { BlockDamage, type LiteralBlock } from '../../platform/literals/literal-block.ts';
import { copyForThread, type Threads } from '../../platform/process/threads.ts';
import type { DocumentSummary } from '../../contracts/v2/invoice-answers.ts';
import type {
  GivenSources,
  JudgedFormats,
  Reply,
  SourceInBlock,
  ViewedDocument,
  ViewedMembers,
} from './write-thread.ts';
import type * as thread from './write-thread.ts';

/** Documents of an organization in one literal block. */
export type BlockSources = {
  readonly organizationId: number;
  readonly block: LiteralBlock;
  readonly sources: readonly SourceInBlock[];
};

/** Documents at positions of a literal block. */
export type PlacedDocuments = { readonly block: LiteralBlock; readonly positions: readonly number[] };

/** An electronic invoice, or why there is none. */
export type Outcome =
  | { readonly kind: 'written'; readonly content: Buffer; readonly sha256: Buffer }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly states: FormatStates };

/**
 * Reads stored documents and writes what is delivered of them, in threads: one document can take a
 * tenth of a second. Each organization has one thread at a time, and the work of several takes
 * turns, so that neither the event loop nor the documents of another organization wait for those of
 * one.
 * @throws BlockDamage if a document cannot be read; SemaphoreTimeout if the work could not begin in
 *   time.
 */
export type DocumentWriter = {
  /**
   * Returns, for each document and each of some lists of formats, why they cannot express it. None
   * is written.
   */
  judge(from: BlockSources, judged: readonly JudgedFormats[]): Promise<FormatStates[][]>;
  /** Writes each document in a format, or returns why it cannot be written. */
  write(from: BlockSources, format: ElectronicFormat, profile: UblProfileName): Promise<Outcome[]>;
  /** Describes each document as JSON of version 2, with the selected members. */
  view(from: BlockSources, members: ViewedMembers): Promise<ViewedDocument[]>;
  /** Returns what lists show of documents in some blocks, for each block and each of its positions. */
  summarize(organizationId: number, blocks: readonly PlacedDocuments[]): Promise<DocumentSummary[][]>;
  /**
   * Writes an invoice as it was sent as JSON, each number with the digits of its literal.
   * @param body the stored body of its batch, which the thread takes over.
   * @returns null if the body was erased.
   */
  viewSent(organizationId: number, body: Buffer<ArrayBuffer>, position: number): Promise<string | null>;
  /** Loads the modules of the threads, so that the first document does not wait for them. */
  warmUp(): Promise<void>;
};

const FILE = new URL('./write-thread.ts', import.meta.url).href;

type Name = keyof typeof thread;
type Task<N extends Name> = Parameters<(typeof thread)[N]>[0];
type Result<N extends Name> = Awaited<ReturnType<(typeof thread)[N]>>;

/** Creates the document writer of a process. @param threads the threads of the process. */
export function createDocumentWriter(threads: Threads): DocumentWriter {
  const withPermit = createSemaphore(PERMITS.writing);
  const run = <N extends Name>(name: N, task: Task<N>, given: readonly Buffer<ArrayBuffer>[] = []) =>
    threads.run<Result<N>>(FILE, name, task, given);

  function runWith<T>(
    { organizationId, block, sources }: BlockSources,
    work: (given: GivenSources, bytes: readonly Buffer<ArrayBuffer>[]) => Promise<Reply<T>>,
  ): Promise<T> {
    return withPermit(organizationId, async () => {
      const given = giveBlock(block);
      return takeResult(await work({ block: given, sources }, [given.sha256, given.content]));
    });
  }

  return {
    judge: (from, judged) => runWith(from, (given, bytes) => run('judge', { ...given, judged }, bytes)),
    async write(from, format, profile) {
      const outcomes = await runWith(from, (given, bytes) =>
        run('write', { ...given, format, profile }, bytes),
      );
      return outcomes.map((outcome) =>
        outcome.kind === 'refused'
          ? outcome
          : { ...outcome, content: asBuffer(outcome.content), sha256: asBuffer(outcome.sha256) },
      );
    },
    view: (from, members) => runWith(from, (given, bytes) => run('view', { ...given, members }, bytes)),
    summarize: (organizationId, blocks) =>
      withPermit(organizationId, async () => {
        const given = blocks.map(({ block, positions }) => ({ ...giveBlock(block), positions }));
        const reply = await run(
          'summarize',
          { blocks: given },
          given.flatMap(({ sha256, content }) => [sha256, content]),
        );
        return takeResult(reply);
      }),
    viewSent: (organizationId, body, position) =>
      withPermit(organizationId, () => run('viewSent', { body, position }, [body])),
    warmUp: () => threads.warmUp(FILE),
  };
}

/** Copies a block for a thread, which takes the copy over. */
function giveBlock({ codec, sha256, content }: LiteralBlock) {
  return { codec, sha256: copyForThread(sha256), content: copyForThread(content) };
}

function takeResult<T>(reply: Reply<T>): T {
  if ('damage' in reply) throw new BlockDamage(reply.damage);
  return reply.result;
}

/** A buffer arrives from a thread as a plain array of bytes. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
