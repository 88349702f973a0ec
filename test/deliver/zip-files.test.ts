import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { splitPdfs } from '#src/deliver/zip-parts.ts';
import { zipFiles } from '#src/deliver/zip-files.ts';

const MB = 1024 * 1024;

/** Returns the size of all buffers that are still referenced, in bytes. */
function measureHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

it('an archive keeps in memory only the PDFs that are read next, and none that its client has received', async () => {
  const pdfs = Array.from({ length: 50 }, (_, id) => ({
    id,
    externalInvoiceId: null,
    invoiceNumber: `A/${id}`,
    sha256: Buffer.alloc(32),
    pages: 100,
    renderBatchId: id,
  }));
  const before = measureHeld();
  let read = 0;
  let told = 0;
  const modified = new Date('2026-11-20T10:00:00Z');
  const archive = zipFiles({
    invoices: pdfs,
    parts: [...splitPdfs(pdfs)],
    extension: 'pdf',
    modified,
    read: async (some) => {
      read += some.length;
      return some.map(() => Buffer.alloc(2 * MB, read));
    },
    onTaken: (bytes) => (told += bytes),
  });
  let most = 0;
  let measuredAt = 0;
  let taken = 0;
  for await (const piece of archive) {
    taken += (piece as Buffer).length;
    if (read >= measuredAt + 10) {
      most = Math.max(most, measureHeld() - before);
      measuredAt = read;
    }
    // At most two PDFs are being sent while one is read.
    expect(read * 2 * MB - taken).toBeLessThan(8 * MB);
  }
  expect(taken).toBeGreaterThan(100 * MB);
  expect(told).toBe(100 * MB);
  // Some memory is returned to the system only later.
  expect(most).toBeLessThan(60 * MB);
});
