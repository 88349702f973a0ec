import type { EncodedArray } from './statement.ts';

/*
 * Encodes lists in PostgreSQL's binary array format. `pg` writes a list as text: it escapes each
 * item with regular expressions and bytes as hexadecimal digits, and the server parses the text
 * again. For a thousand documents of 2 KB that costs more than storing them.
 */

const TEXT = 25;
const BYTEA = 17;
const INT8 = 20;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const INT8_BYTES = 8;
const HALF = 2 ** 32;
const NULL_LENGTH = -1;

/** Encodes a `text[]` parameter. */
export function encodeTexts<T extends string | null>(items: readonly T[]): EncodedArray<T> {
  const lengths = items.map((item) => (item === null ? NULL_LENGTH : Buffer.byteLength(item)));
  const array = start(TEXT, lengths);
  let at = HEADER_BYTES;
  items.forEach((item, index) => {
    at = array.writeInt32BE(lengths[index]!, at);
    if (item !== null) at += array.write(item, at);
  });
  return array;
}

/** Encodes a `bytea[]` parameter. */
export function encodeBytes(items: readonly Uint8Array[]): EncodedArray<Uint8Array> {
  const array = start(
    BYTEA,
    items.map(({ length }) => length),
  );
  let at = HEADER_BYTES;
  for (const item of items) {
    at = array.writeInt32BE(item.length, at);
    array.set(item, at);
    at += item.length;
  }
  return array;
}

/** Encodes a `bigint[]` parameter. The items must be safe integers. */
export function encodeIntegers<T extends number | null>(items: readonly T[]): EncodedArray<T> {
  const array = start(
    INT8,
    items.map((item) => (item === null ? NULL_LENGTH : INT8_BYTES)),
  );
  let at = HEADER_BYTES;
  for (const item of items) {
    at = array.writeInt32BE(item === null ? NULL_LENGTH : INT8_BYTES, at);
    if (item === null) continue;
    at = array.writeInt32BE(Math.floor(item / HALF), at);
    at = array.writeUInt32BE(item >>> 0, at);
  }
  return array;
}

/**
 * Writes the header of the array: number of dimensions, whether there are nulls, element type,
 * length and lower bound.
 */
function start(elementType: number, lengths: readonly number[]): Buffer {
  const bytes = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(length, 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(lengths.includes(NULL_LENGTH) ? 1 : 0, 4);
  array.writeInt32BE(elementType, 8);
  array.writeInt32BE(lengths.length, 12);
  array.writeInt32BE(1, 16);
  return array;
}
