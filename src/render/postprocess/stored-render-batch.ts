import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FinishedObject, FinishedPdf, FinishedQr } from './finished-pdf.ts';
import { writePdf } from './write-pdf.ts';

/*
 * The stored form of a render batch with the PDFs of several invoices. Objects that the PDFs share
 * are stored once. The content is compressed only as a whole, because the PDFs are similar. A JSON
 * header describes the content: the texts of all objects, followed by the shared bytes.
 */

/** The version of the stored form and of its extractor. Every released version can be read. */
export const RENDER_BATCH_VERSION = 1;

/** Higher levels save a tenth of the size and take five times as long. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/**
 * Far more than the longest invoice needs. A render batch that declares a larger size is damaged.
 */
const MAX_BYTES = 512 * 1024 * 1024;
const HEAD_LENGTH = 4;
const SEPARATOR = '\n';

type Kind = FinishedObject['kind'];
/** `more`: the index of the shared bytes, or the number of the first object of a group. */
type ObjectHead = readonly [kind: Kind, id: number, length: number, more?: number];
type PdfHead = {
  readonly id: number;
  readonly pages: number;
  readonly root: number;
  readonly info: number;
  readonly objects: readonly ObjectHead[];
};
type Head = { readonly pdfs: readonly PdfHead[]; readonly shared: readonly number[] };

/** Builds the stored form of a render batch from the PDFs of its invoices. */
export function compressRenderBatch(pdfs: readonly FinishedPdf[]): Buffer {
  const shared = new Map<Buffer, number>();
  const texts: string[] = [];
  const describe = (object: FinishedObject): ObjectHead => {
    const text = readText(object);
    texts.push(text);
    const head = [object.kind, object.id, text.length] as const;
    if (object.kind === 'together') return [...head, object.firstId];
    if (object.kind !== 'bytes') return head;
    const place = shared.get(object.bytes) ?? shared.size;
    shared.set(object.bytes, place);
    return [...head, place];
  };
  const heads = pdfs.map(({ issuedInvoiceId: id, pages, rootId: root, infoId: info, objects }) => ({
    id,
    pages,
    root,
    info,
    objects: objects.map(describe),
  }));
  const streams = [...shared.keys()];
  const head: Head = { pdfs: heads, shared: streams.map(({ length }) => length) };
  const headBytes = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(HEAD_LENGTH);
  length.writeUInt32LE(headBytes.length);
  const body = Buffer.concat([length, headBytes, Buffer.from(texts.join(''), 'latin1'), ...streams]);
  return zstdCompressSync(body, COMPRESSION);
}

/**
 * Extracts PDFs from a stored render batch.
 * @param issuedInvoiceIds ids of the requested invoices.
 * @throws when the version is unknown, the content is not a render batch, or it does not contain a
 *   requested invoice.
 */
export function extractPdfs(version: number, content: Buffer, issuedInvoiceIds: readonly number[]): Buffer[] {
  if (version !== RENDER_BATCH_VERSION)
    throw new Error(
      `A stored render batch has version ${version}, which this release does not support: a later release wrote it`,
    );
  const body = zstdDecompressSync(content, { maxOutputLength: MAX_BYTES });
  const textsFrom = HEAD_LENGTH + body.readUInt32LE();
  const { pdfs, shared } = JSON.parse(body.toString('utf8', HEAD_LENGTH, textsFrom)) as Head;
  const lengths = pdfs.map(({ objects }) => objects.reduce((sum, [, , length]) => sum + length, 0));
  const starts = addUp(lengths, textsFrom);
  const sharedStarts = addUp(shared, starts.at(-1)!);
  const readBytes = (place: number) => body.subarray(sharedStarts[place], sharedStarts[place + 1]);
  return issuedInvoiceIds.map((id) => {
    const place = pdfs.findIndex((pdf) => pdf.id === id);
    if (place < 0) throw new Error(`A stored render batch has no PDF of issued invoice ${id}`);
    const { pages, root, info, objects: heads } = pdfs[place]!;
    let from = starts[place]!;
    const objects = heads.map(([kind, objectId, length, more]): FinishedObject => {
      const text = body.toString('latin1', from, from + length);
      from += length;
      return readObject(kind, objectId, text, more, readBytes);
    });
    return writePdf({ issuedInvoiceId: id, pages, rootId: root, infoId: info, objects });
  });
}

function addUp(lengths: readonly number[], from: number): number[] {
  const starts = [from];
  for (const length of lengths) starts.push(starts.at(-1)! + length);
  return starts;
}

function readText(object: FinishedObject): string {
  switch (object.kind) {
    case 'plain':
    case 'bytes': {
      return object.text;
    }
    case 'drawing': {
      return object.operators;
    }
    case 'qr': {
      return JSON.stringify(object.qr);
    }
    case 'together': {
      if (object.texts.some((text) => text.includes(SEPARATOR)))
        throw new Error('An object in an object stream has several lines');
      return object.texts.join(SEPARATOR);
    }
  }
}

function readObject(
  kind: Kind,
  id: number,
  text: string,
  more: number | undefined,
  readBytes: (place: number) => Buffer,
): FinishedObject {
  switch (kind) {
    case 'plain': {
      return { kind, id, text };
    }
    case 'bytes': {
      return { kind, id, text, bytes: readBytes(more!) };
    }
    case 'drawing': {
      return { kind, id, operators: text };
    }
    case 'qr': {
      return { kind, id, qr: JSON.parse(text) as FinishedQr };
    }
    case 'together': {
      return { kind, id, firstId: more!, texts: text.split(SEPARATOR) };
    }
  }
}
