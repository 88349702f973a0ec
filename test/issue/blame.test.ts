import { array, assert, asyncProperty, constantFrom, nat, property, string, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blameOf, LookupTooLong, OwnFault } from '../../src/issue/blame.ts';
import { isolatePoison } from '../../src/issue/isolate-poison.ts';

const ofDatabase = (code: string, table?: string) => Object.assign(new Error('x'), { code, table });
const breaking = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('blameOf', () => {
  it.each([
    ['a value that the database cannot store', ofDatabase('22021'), 'data'],
    ['a violated check of the invoice row', ofDatabase('23514', 'issued_invoices'), 'data'],
    ['a violated check of another row', ofDatabase('23514', 'chains'), 'none'],
    [
      'a violated check of the record, which our code built',
      ofDatabase('23514', 'registration_records'),
      'none',
    ],
    ['a missing value in a batch row', ofDatabase('23502', 'batches'), 'none'],
    ['a violated foreign key', ofDatabase('23503', 'issued_invoices'), 'none'],
    ['an error of a guard trigger', ofDatabase('23001'), 'none'],
    ['a number that is already used', ofDatabase('23505', 'issued_invoices'), 'none'],
    ['a lock that was not available', ofDatabase('55P03'), 'none'],
    ['a deadlock', ofDatabase('40P01'), 'none'],
    ['a full disk', ofDatabase('53100'), 'none'],
    ['a statement that timed out', new Error('Query read timeout'), 'none'],
    ['a connection that ended', new Error('Connection terminated unexpectedly'), 'none'],
    ['a statement that the database canceled', ofDatabase('57014'), 'none'],
    ['invoices that name what cannot be read in time', new LookupTooLong('x'), 'time'],
    ['a member of null', breaking(() => (null as unknown as string).length), 'code'],
    ['an argument of the wrong kind', breaking(() => Buffer.from(5 as never)), 'code'],
    ['a lone surrogate', breaking(() => encodeURIComponent('\ud800')), 'code'],
    ['a text that is not a number', breaking(() => BigInt('x')), 'code'],
    ['a string that is too long', breaking(() => 'x'.repeat(2 ** 30)), 'none'],
    ['a failed allocation of memory', breaking(() => new ArrayBuffer(2 ** 53 - 1)), 'none'],
    ['an invalid array length', breaking(() => ([].length = -1)), 'none'],
    ['a thrown value that is not an error', 'x', 'none'],
  ] as const)('returns "$2" for $0', (_what, error, blame) => {
    expect(blameOf(error)).toBe(blame);
  });

  it('never blames the data for an error of another table, nor our code for any database error', () => {
    assert(
      property(
        string(),
        constantFrom('issued_invoices', 'chains', 'batches', 'remissions'),
        (code, table) => {
          expect(blameOf(ofDatabase(code, table)) === 'data' && table !== 'issued_invoices').toBe(false);
          expect(blameOf(ofDatabase(code, table))).not.toBe('code');
        },
      ),
    );
  });
});

describe('isolatePoison', () => {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7];
  const refused = ofDatabase('23514', 'issued_invoices');

  it('finds exactly the invoices whose data is refused, plus at most one that breaks our code', async () => {
    const some = subarray(positions);
    await assert(
      asyncProperty(some, some, async (data, code) => {
        const broken = code.filter((position) => !data.includes(position));
        const rehearse = async (tried: readonly number[]) => {
          if (tried.some((position) => broken.includes(position))) throw new TypeError('ours');
          if (tried.some((position) => data.includes(position))) throw refused;
        };
        const all = data.length + broken.length === positions.length;
        const found = isolatePoison(positions, true, rehearse).then((blames) => [...blames.keys()]);
        const told = await found.catch((error: unknown) => error instanceof OwnFault);
        const blamed = [...data, ...broken].toSorted((a, b) => a - b);
        expect(Array.isArray(told) ? told.toSorted((a, b) => a - b) : told).toEqual(
          broken.length > 1 || all ? true : blamed,
        );
      }),
    );
  });

  it('finds at most one invoice when failures are random', async () => {
    await assert(
      asyncProperty(array(nat(1), { minLength: 100, maxLength: 100 }), async (throws) => {
        let tries = 0;
        const rehearse = async () => {
          if (throws[(tries += 1) % throws.length] === 1) throw new TypeError('now and then');
        };
        const found = await isolatePoison(positions, true, rehearse).catch((error: unknown) => error);
        // An invoice that fails twice by chance looks like one that breaks our code; it is blamed
        // only if the others pass.
        expect(found instanceof OwnFault || (found as Map<number, unknown>).size <= 1).toBe(true);
      }),
    );
  });

  it.each([
    ['our code breaks on the only invoice', 1, true, new TypeError('ours')],
    ['our code already broke on another invoice', 3, false, new TypeError('ours')],
    ['memory is exhausted', 3, true, new RangeError('Array buffer allocation failed')],
    ['the database is unavailable', 3, true, ofDatabase('57P01')],
  ])('blames no invoice when %s', async (_what, count, mayBlameCode, error) => {
    const rehearse = async (tried: readonly number[]) => {
      if (tried.includes(0)) throw error;
    };
    await expect(isolatePoison(positions.slice(0, count), mayBlameCode, rehearse)).rejects.toBeInstanceOf(
      Error,
    );
  });

  it('finds the only invoice when the database refuses its data', async () => {
    const rehearse = async () => {
      throw refused;
    };
    expect(await isolatePoison([7], true, rehearse)).toEqual(new Map([[7, 'data']]));
  });

  it('blames all invoices that name what cannot be read in time, unless a batch without invoices fails as well', async () => {
    const slow = (isSlow: boolean) => async (tried: readonly number[]) => {
      if (isSlow || tried.length > 0) throw new LookupTooLong('x');
    };
    expect(await isolatePoison([1, 2], true, slow(false))).toEqual(
      new Map([
        [1, 'time'],
        [2, 'time'],
      ]),
    );
    await expect(isolatePoison([1, 2], true, slow(true))).rejects.toBeInstanceOf(LookupTooLong);
  });
});
