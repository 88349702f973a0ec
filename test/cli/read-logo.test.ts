import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLogo } from '#src/cli/org/read-looks.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'logo-'));
const read = (bytes: Buffer | string) => {
  const file = path.join(directory, 'logo.png');
  writeFileSync(file, bytes);
  return readLogo(file);
};

function png(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301110002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame]);
}

describe('the logo of an issuer [B25]', () => {
  it('may be a PNG or JPEG with any file name', () => {
    expect(read(png(300, 100))).toMatchObject({ mediaType: 'image/png' });
    expect(read(jpeg(300, 100))).toMatchObject({ mediaType: 'image/jpeg' });
    expect(readLogo('')).toBeNull();
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(1)"/>'],
    ['a page', '<!doctype html><script>1</script>'],
    ['a GIF', 'GIF89a'],
    ['nothing', ''],
    ['a PDF', '%PDF-1.7'],
  ])('must not be %s', (_what, bytes) => {
    expect(() => read(bytes)).toThrow('It is neither PNG nor JPEG.');
  });

  it.each([
    ['wide', png(4001, 1)],
    ['high', png(1, 65_535)],
    ['wide', jpeg(4001, 1)],
    ['high', jpeg(1, 65_535)],
  ])('must not decode to a picture that is too %s', (_what, bytes) => {
    expect(() => read(bytes)).toThrow('It has more than 4000 pixels per side.');
  });

  it.each([
    ['when truncated', png(300, 100).subarray(0, 20)],
    ['without pixels', png(0, 5)],
    ['without a frame', Buffer.from('ffd8ffe0001000', 'hex')],
    ['with segments that end nowhere', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(1000, 0xff)])],
    ['with HTML after its first bytes', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ])('must have a valid header: it is refused %s', (_what, bytes) => {
    expect(() => read(bytes)).toThrow(/^It is a broken picture\.$|^It has more than/);
  });

  it('must have at most 200 KiB', () => {
    expect(() => read(Buffer.concat([png(1, 1), Buffer.alloc(200 * 1024)]))).toThrow(
      'It is larger than 200 KiB.',
    );
  });
});
