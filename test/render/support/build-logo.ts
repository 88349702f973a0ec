import { crc32, deflateSync } from 'node:zlib';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';

type Logo = NonNullable<IssuerProfile['logo']>;

const SIZE = 16;

function writeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Colour types of PNG with their samples per pixel, except palettes. */
const COLOUR_TYPES = { grey: [0, 1], rgb: [2, 3], greyWithAlpha: [4, 2], rgbWithAlpha: [6, 4] } as const;

/** Builds a PNG with a gradient. */
export function buildPng(colours: keyof typeof COLOUR_TYPES, bits: 8 | 16 = 8): Logo {
  const [type, samples] = COLOUR_TYPES[colours];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIZE, 0);
  head.writeUInt32BE(SIZE, 4);
  head.set([bits, type], 8);
  const row = 1 + (SIZE * samples * bits) / 8;
  const pixels = Buffer.from(
    Array.from({ length: SIZE * row }, (_, at) => (at % row === 0 ? 0 : (at * 7) % 256)),
  );
  const bytes = Buffer.concat([
    Buffer.from('\u{89}PNG\r\n\u{1a}\n', 'latin1'),
    writeChunk('IHDR', head),
    writeChunk('IDAT', deflateSync(pixels)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
  return { mediaType: 'image/png', base64: bytes.toString('base64') };
}

/** Builds a baseline JPEG of 8 × 8 pixels whose coefficients are all 0: grey, YCbCr or CMYK. */
export function buildJpeg(components: 1 | 3 | 4): Logo {
  const segment = (marker: number, content: readonly number[]): number[] => [
    0xff,
    marker,
    0,
    content.length + 2,
    ...content,
  ];
  const ids = Array.from({ length: components }, (_, at) => at + 1);
  const zeros = Array.from({ length: 15 }, () => 0);
  const bytes = [
    0xff,
    0xd8,
    ...(components === 4 ? segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]) : []),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, components, ...ids.flatMap((id) => [id, 0x11, 0])]),
    // Each Huffman table has one code, 0: no difference, and the end of the block.
    ...segment(0xc4, [0x00, 1, ...zeros, 0]),
    ...segment(0xc4, [0x10, 1, ...zeros, 0]),
    ...segment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]),
    0xff >> (2 * components),
    0xff,
    0xd9,
  ];
  return { mediaType: 'image/jpeg', base64: Buffer.from(bytes).toString('base64') };
}
