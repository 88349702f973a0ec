import { mkdtempSync, rmSync, truncateSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { verifyMonth } from '#src/archive/verify-month.ts';
import { readLines } from '#src/platform/files/read-lines.ts';
import { decompressLiterals } from '#src/platform/literals/literal-block.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Writes an archived month of one organization whose file of documents has this content.
 * @param lines the number of lines in the manifest.
 */
function writeMonth(content: Uint8Array, lines: number): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'month-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = [{ name: 'documents', lines, sha256: '0'.repeat(64) }];
  const organization = { id: 1, name: 'A', keepYears: 6, files, runs: [] };
  const span = { first: 1, end: 2 };
  writeFileSync(
    path.join(directory, 'manifest.json'),
    JSON.stringify({
      format: 1,
      month: '2027-01',
      writtenAt: '2027-02-01T00:00:00Z',
      batches: span,
      renderBatches: span,
      refused: 0,
      organizations: [organization],
    }),
  );
  mkdirSync(path.join(directory, 'organization-1'));
  writeFileSync(path.join(directory, 'organization-1', 'documents.ndjson.zst'), content);
  return directory;
}

/** Compresses the given number of megabytes to a few kilobytes. */
const packRepeated = (text: string, megabytes: number) =>
  zstdCompressSync(Buffer.alloc(megabytes * MEGABYTE, text));

it('reading an archive stops at the first line that exceeds the number in its manifest', async () => {
  const bomb = packRepeated('1\n', 64);
  expect(bomb.length).toBeLessThan(65_536);
  let taken = 0;
  const file = path.join(writeMonth(bomb, 3), 'organization-1/documents.ndjson.zst');
  const reading = readLines(file, () => void (taken += 1), createZstdDecompress(), { lines: 3 });
  await expect(reading).rejects.toThrow(`${file} cannot be read: it has more than the 3 lines`);
  expect(taken).toBe(3);
  await expect(verifyMonth(writeMonth(bomb, 3), '2027-03-01')).rejects.toThrow('more than the 3 lines');
});

it('reading an archive stops when a line exceeds the maximum length', async () => {
  const file = path.join(writeMonth(packRepeated('x', 64), 1), 'organization-1/documents.ndjson.zst');
  const reading = readLines(file, () => {}, createZstdDecompress(), { characters: 12 * MEGABYTE });
  await expect(reading).rejects.toThrow(`its line 1 has more than ${12 * MEGABYTE} characters`);
  const whole = writeMonth(packRepeated('x', 130), 1);
  await expect(verifyMonth(whole, '2027-03-01')).rejects.toThrow('its line 1 has more than');
});

it('a manifest that exceeds the maximum size is not read', async () => {
  const directory = writeMonth(packRepeated('1\n', 1), 1);
  truncateSync(path.join(directory, 'manifest.json'), 64 * MEGABYTE + 1);
  await expect(verifyMonth(directory, '2027-03-01')).rejects.toThrow('it has more than 67108864 bytes');
});

it('a literal block that decompresses to more than the maximum size is refused', async () => {
  const content = packRepeated('x', 257);
  const pack = { codec: 1, sha256: Buffer.alloc(32), content };
  await expect(decompressLiterals('documents', pack)).rejects.toThrow(/larger than 268435456/);
});
