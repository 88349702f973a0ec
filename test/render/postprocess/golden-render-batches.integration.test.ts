import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  extractPdfs,
  compressRenderBatch,
  RENDER_BATCH_VERSION,
} from '../../../src/render/postprocess/stored-render-batch.ts';
import type { FinishedPdf } from '../../../src/render/postprocess/finished-pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { buildLine, buildPrintable, buildProfile } from '../support/build-invoice.ts';
import { openTestRenderer } from '../support/open-test-renderer.ts';

/*
 * Render batches as each version stored them, and the hashes of the PDFs that are extracted from
 * them. The hashes never change with Node, the processor or the release. The files of a version are
 * written once; a new version gets its own files.
 */

const fileOf = (version: number, ending: string) =>
  new URL(`../../golden/prints/version-${version}.${ending}`, import.meta.url);
const versions = Array.from({ length: RENDER_BATCH_VERSION }, (_, index) => index + 1);

async function print(): Promise<FinishedPdf[]> {
  await using renderer = await openTestRenderer();
  const invoices = [
    buildPrintable({ number: 'G/1', lines: [buildLine({ concept: 'Café, añejo' })] }),
    buildPrintable({ number: 'G/2' }, { issuerProfile: buildProfile({ accent: '#1a5276' }) }),
    buildPrintable({
      number: 'G/3',
      lines: Array.from({ length: 60 }, (_, index) => buildLine({ concept: `Línea ${index}` })),
    }),
    buildPrintable({ number: 'G/4' }, { qrUrl: null }),
  ];
  const finished: FinishedPdf[] = [];
  for await (const results of renderer.renderBatches(invoices))
    for (const result of results) {
      if ('error' in result) throw result.error;
      finished.push(result);
    }
  return finished;
}

describe('a golden render batch', () => {
  it.runIf(process.env['UPDATE_GOLDEN'] === '1')('is written with the hashes of all its PDFs', async () => {
    const finished = await print();
    const packed = compressRenderBatch(finished);
    const ids = finished.map(({ issuedInvoiceId }) => issuedInvoiceId);
    const hashes = extractPdfs(RENDER_BATCH_VERSION, packed, ids).map((pdf, index) => [
      ids[index],
      hash('sha256', pdf),
    ]);
    expect(hashes).toHaveLength(4);
    writeFileSync(fileOf(RENDER_BATCH_VERSION, 'print'), packed);
    writeFileSync(fileOf(RENDER_BATCH_VERSION, 'json'), `${JSON.stringify(hashes, null, 2)}\n`);
  });

  it.each(versions)('of version %i still yields the same bytes of each PDF', async (version) => {
    const packed = readFileSync(fileOf(version, 'print'));
    const hashes = JSON.parse(readFileSync(fileOf(version, 'json'), 'utf8')) as [number, string][];
    const pdfs = extractPdfs(
      version,
      packed,
      hashes.map(([id]) => id),
    );
    expect(pdfs.map((pdf) => hash('sha256', pdf))).toEqual(hashes.map(([, sha256]) => sha256));
    for (const pdf of pdfs) expect((await readPdf(pdf)).squashed).toContain('G/');
  });
});
