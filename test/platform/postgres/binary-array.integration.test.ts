import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBytes, encodeIntegers, encodeTexts } from '../../../src/platform/postgres/binary-array.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('binary arrays as parameters', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await openTestDatabase()));
  afterAll(() => database[Symbol.asyncDispose]());

  const roundTrip = async <T>(type: string, parameter: Buffer) => {
    const { rows } = await database.pool.query<{ list: T[] }>(`select $1::${type}[] as list`, [parameter]);
    return rows[0]!.list;
  };

  it('preserve any texts and nulls', async () => {
    const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        expect(await roundTrip('text', encodeTexts(texts))).toEqual(texts);
      }),
    );
  });

  it('preserve any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), async (items) => {
        const bytes = items.map((item) => Buffer.from(item));
        expect(await roundTrip('bytea', encodeBytes(bytes))).toEqual(bytes);
      }),
    );
  });

  it('preserve any safe integers and nulls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.maxSafeInteger())), async (items) => {
        const list = await roundTrip<string | null>('bigint', encodeIntegers(items));
        expect(list).toEqual(items.map((item) => (item === null ? null : String(item))));
      }),
    );
  });
});
