import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { isColour, MIN_CONTRAST, measureAccent } from '../../render/template/accent.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';

/**
 * Reads the accent colour of an issuer's profile, `1a5276` or `#1a5276`; in shells `#` begins a
 * comment. An empty text means no colour.
 * @throws InvalidArgumentError if it is not a colour, or its contrast is too low on one of its
 *   backgrounds.
 */
export function readAccent(text: string): string | null {
  if (text === '') return null;
  const colour = `#${text.toLowerCase().replace(/^#/, '')}`;
  if (!isColour(colour)) throw new InvalidArgumentError('It must be six hexadecimal digits, such as 1a5276.');
  const { paper, payment } = measureAccent(colour);
  if (Math.min(paper, payment) >= MIN_CONTRAST) return colour;
  throw new InvalidArgumentError(
    `It is too pale: its contrast is ${show(paper)} with white and ${show(payment)} with the grey background of the amount to pay; both must be at least ${MIN_CONTRAST}:1 (WCAG 2.2, level AA). Choose a darker colour.`,
  );
}

/** Formats a contrast, rounded down: a value below the minimum never looks like the minimum. */
function show(contrast: number): string {
  return `${(Math.floor(contrast * 100) / 100).toFixed(2)}:1`;
}

const MAX_FILE = 200 * 1024;
/** A small file may decode to a picture that fills the memory of the browser that renders it. */
const MAX_SIDE = 4000;

/**
 * Reads the logo of an issuer's profile from a file; an empty name means no logo.
 * @throws InvalidArgumentError if the file is unreadable or not a valid picture.
 */
export function readLogo(file: string): IssuerProfile['logo'] {
  if (file === '') return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new InvalidArgumentError(`It can't be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  if (bytes.length > MAX_FILE) throw new InvalidArgumentError('It is larger than 200 KiB.');
  const mediaType = sniff(bytes);
  if (!mediaType) throw new InvalidArgumentError('It is neither PNG nor JPEG.');
  const size = mediaType === 'image/png' ? measurePng(bytes) : measureJpeg(bytes);
  if (!size || size.some((pixels) => pixels < 1)) throw new InvalidArgumentError('It is a broken picture.');
  if (size.some((pixels) => pixels > MAX_SIDE)) {
    throw new InvalidArgumentError(`It has more than ${MAX_SIDE} pixels per side.`);
  }
  return { mediaType, base64: bytes.toString('base64') };
}

/** Determines the type by the first bytes, since the file name proves nothing. */
function sniff(bytes: Buffer): 'image/png' | 'image/jpeg' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  return null;
}

type Size = readonly [width: number, height: number];

/** Reads the size from the first chunk (PNG, 11.2.1). */
function measurePng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/**
 * Reads the size from the frame header, which any number of segments may precede (ISO/IEC 10918-1,
 * B.2.2).
 */
function measureJpeg(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
