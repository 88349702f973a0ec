import { describe, expect, it } from 'vitest';
import { hashAlta, hashAnulacion } from 'verifactu-protocol/records/hash-record';
import { hasSharedFacts, readShared } from '../../../../test/domain/support/shared-facts.ts';

type Vector = {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: string;
};

/** Splits a hash input into its values, in order. */
function valuesOf(input: string): string[] {
  return input.split(/(?:^|&)[A-Za-z]+=/).slice(1);
}

/** @returns null for a registro de evento, which a system in VERI*FACTU mode does not have. */
function hashOf(kind: string, input: string): string | null {
  const v = valuesOf(input) as [string, string, string, string, string, string, string, string, string];
  if (kind === 'alta') {
    return hashAlta({
      issuerNif: v[0],
      number: v[1],
      issueDate: v[2],
      type: v[3],
      taxTotal: v[4],
      total: v[5],
      previousHash: v[6],
      generatedAt: v[7],
    });
  }
  if (kind === 'anulacion') {
    return hashAnulacion({
      issuerNif: v[0],
      number: v[1],
      issueDate: v[2],
      previousHash: v[3],
      generatedAt: v[4],
    });
  }
  return null;
}

const FIRST = {
  issuerNif: '89890001K',
  number: '12345678/G33',
  issueDate: '01-01-2024',
  type: 'F1',
  taxTotal: '12.35',
  total: '123.45',
  previousHash: '',
  generatedAt: '2024-01-01T19:20:30+01:00',
};
const FIRST_HASH = '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60';
const SECOND_HASH = 'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97';

describe("the examples of AEAT's hash specification v0.1.2", () => {
  it('6.1: a first alta', () => {
    expect(hashAlta(FIRST)).toBe(FIRST_HASH);
  });

  it('6.2: the next alta', () => {
    const second = {
      ...FIRST,
      number: '12345679/G34',
      previousHash: FIRST_HASH,
      generatedAt: '2024-01-01T19:20:35+01:00',
    };
    expect(hashAlta(second)).toBe(SECOND_HASH);
  });

  it('6.3: an anulación', () => {
    const { issuerNif, issueDate } = FIRST;
    const annulled = { issuerNif, issueDate, number: '12345679/G34', previousHash: SECOND_HASH };
    expect(hashAnulacion({ ...annulled, generatedAt: '2024-01-01T19:20:40+01:00' })).toBe(
      '177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68',
    );
  });
});

describe('the hash', () => {
  it('ignores blanks and control characters at the ends of a value, but not those within it', () => {
    expect(hashAlta({ ...FIRST, number: ' \t12345678/G33 \n' })).toBe(FIRST_HASH);
    expect(hashAlta({ ...FIRST, number: '12345678 /G33' })).not.toBe(FIRST_HASH);
    expect(hashAlta({ ...FIRST, number: '\u00a012345678/G33' })).not.toBe(FIRST_HASH);
  });

  it('covers the literal of an amount, not its value', () => {
    expect(hashAlta({ ...FIRST, total: '123.40' })).toBe(
      'A6E02E87DB5BC64C8F93ED285E4133E8AD6CD207372E803932D0D239E6830372',
    );
    expect(hashAlta({ ...FIRST, total: '123.4' })).toBe(
      '435A16D5239275A6F2CB9D0D07CBD3B57871ABC3D6822CCE79CF53E77313F1AE',
    );
  });

  it('covers every field', () => {
    const hashes = Object.keys(FIRST).map((field) => hashAlta({ ...FIRST, [field]: '1' }));
    expect(new Set([FIRST_HASH, ...hashes]).size).toBe(9);
  });
});

describe.skipIf(!hasSharedFacts)('the shared vectors (skipped where ../shared/verifactu is absent)', () => {
  const { hash: vectors }: { hash: Vector[] } = hasSharedFacts
    ? (JSON.parse(readShared('vectors.json')) as { hash: Vector[] })
    : { hash: [] };

  it('have the hashes that AEAT, its test service and other projects expect', () => {
    const own = vectors.filter(({ kind, input }) => hashOf(kind, input) !== null);
    const wrong = own.filter(({ kind, input, expected }) => hashOf(kind, input) !== expected);
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(own.length).toBeGreaterThan(15);
  });
});
