import { describe, expect, it } from 'vitest';
import { buildSrgbProfile } from '../../../src/render/postprocess/srgb-profile.ts';

const profile = buildSrgbProfile();

type Matrix = readonly (readonly number[])[];

const multiply = (one: Matrix, other: Matrix): number[][] =>
  one.map((row) =>
    other[0]!.map((_, column) => row.reduce((sum, number, at) => sum + number * other[at]![column]!, 0)),
  );
const diagonal = (numbers: readonly number[]): number[][] =>
  numbers.map((number, row) => numbers.map((_, column) => (row === column ? number : 0)));
const column = (numbers: readonly number[]): number[][] => numbers.map((number) => [number]);

function invert(matrix: Matrix): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [
    ...row,
    ...Array.from({ length: size }, (_, other) => (at === other ? 1 : 0)),
  ]);
  for (let at = 0; at < size; at += 1) {
    const pivot = rows[at]![at]!;
    rows[at] = rows[at]!.map((number) => number / pivot);
    for (let other = 0; other < size; other += 1) {
      if (other === at) continue;
      const factor = rows[other]![at]!;
      rows[other] = rows[other]!.map((number, place) => number - factor * rows[at]![place]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

/** XYZ of a chromaticity at luminance 1. */
const toXyz = (x: number, y: number): number[] => [x / y, 1, (1 - x - y) / y];

/** What IEC 61966-2-1 says about sRGB, adapted from D65 to D50 with the matrix of Bradford (ICC.1:2010, annex E). */
function computeSrgb() {
  const primaries = [toXyz(0.64, 0.33), toXyz(0.3, 0.6), toXyz(0.15, 0.06)];
  const matrix = [0, 1, 2].map((row) => primaries.map((primary) => primary[row]!));
  const d65 = column(toXyz(0.3127, 0.329));
  const d50 = column([0.9642, 1, 0.8249]);
  const toLinear = multiply(matrix, diagonal(multiply(invert(matrix), d65).flat()));
  const bradford = [
    [0.8951, 0.2664, -0.1614],
    [-0.7502, 1.7135, 0.0367],
    [0.0389, -0.0685, 1.0296],
  ];
  const [from, to] = [multiply(bradford, d65).flat(), multiply(bradford, d50).flat()];
  const scale = diagonal(to.map((number, at) => number / from[at]!));
  const adaptation = multiply(invert(bradford), multiply(scale, bradford));
  return { adaptation, colorants: multiply(adaptation, toLinear) };
}

function readTags(): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  for (let place = 0; place < profile.readUInt32BE(128); place += 1) {
    const at = 132 + place * 12;
    const start = profile.readUInt32BE(at + 4);
    tags.set(
      profile.toString('latin1', at, at + 4),
      profile.subarray(start, start + profile.readUInt32BE(at + 8)),
    );
  }
  return tags;
}

const tags = readTags();

/** Reads the numbers of a tag from a byte on. */
function readNumbers(name: string, from = 8): number[] {
  const tag = tags.get(name)!;
  return Array.from({ length: (tag.length - from) / 4 }, (_, at) => tag.readInt32BE(from + at * 4) / 65_536);
}

/** Returns the largest difference between numbers. */
function compare(actual: readonly number[], expected: readonly number[]): number {
  return Math.max(...actual.map((number, at) => Math.abs(number - expected[at]!)));
}

describe('the sRGB profile', () => {
  it('is a display profile of version 4 for RGB with all tags that ICC.1:2010 requires', () => {
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    expect(profile[8]).toBe(4);
    expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(profile.toString('latin1', 36, 40)).toBe('acsp');
    expect([...tags.keys()].toSorted()).toEqual(
      ['desc', 'cprt', 'wtpt', 'chad', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'].toSorted(),
    );
    for (const [name, tag] of tags)
      expect([name, tag.byteOffset % 4, tag.length % 4]).toEqual([name, profile.byteOffset % 4, 0]);
  });

  it('has the primary colours of IEC 61966-2-1, adapted to D50', () => {
    const { adaptation, colorants } = computeSrgb();
    const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readNumbers(name));
    expect(
      compare(
        columns.flat(),
        colorants[0]!.flatMap((_, at) => colorants.map((row) => row[at]!)),
      ),
    ).toBeLessThan(1 / 65_536);
    expect(compare(readNumbers('chad'), adaptation.flat())).toBeLessThan(1 / 65_536);
    expect(compare(readNumbers('wtpt'), [0.9642, 1, 0.8249])).toBeLessThan(1 / 65_536);
  });

  it('has the curve of IEC 61966-2-1', () => {
    for (const name of ['rTRC', 'gTRC', 'bTRC']) {
      expect(tags.get(name)!.toString('latin1', 0, 4)).toBe('para');
      expect(tags.get(name)!.readUInt16BE(8)).toBe(3);
      const [gamma, a, b, c, d] = readNumbers(name, 12) as [number, number, number, number, number];
      for (let encoded = 0; encoded <= 255; encoded += 1) {
        const x = encoded / 255;
        const expected = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
        expect(Math.abs((x >= d ? (a * x + b) ** gamma : c * x) - expected)).toBeLessThan(0.0001);
      }
    }
  });

  it('names itself and who may use it', () => {
    const read = (name: string): string => {
      const tag = tags.get(name)!;
      const [length, start] = [tag.readUInt32BE(20), tag.readUInt32BE(24)];
      return Buffer.from(tag.subarray(start, start + length))
        .swap16()
        .toString('utf16le');
    };
    expect([read('desc'), read('cprt')]).toEqual(['sRGB', 'CC0']);
  });
});
