import { array, assert, asyncProperty, constantFrom, nat, property, string, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blameOf, OwnFault } from '../../src/issue/blame.ts';
import { isolatePoison } from '../../src/issue/isolate-poison.ts';

const ofDatabase = (code: string, table?: string) => Object.assign(new Error('x'), { code, table });
const breaking = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('an error of issuing', () => {
  it.each([
    ['a value that the database cannot store', ofDatabase('22021'), 'data'],
    ['a check of the invoice', ofDatabase('23514', 'issued_invoices'), 'data'],
    ['a check of another row', ofDatabase('23514', 'chains'), 'none'],
    ['a check of its record, which our code made', ofDatabase('23514', 'registration_records'), 'none'],
    ['a missing value of a batch', ofDatabase('23502', 'batches'), 'none'],
    ['a broken reference', ofDatabase('23503', 'issued_invoices'), 'none'],
    ['a guard', ofDatabase('23001'), 'none'],
    ['a number that is taken', ofDatabase('23505', 'issued_invoices'), 'none'],
    ['a lock that was not to be had', ofDatabase('55P03'), 'none'],
    ['a deadlock', ofDatabase('40P01'), 'none'],
    ['a full disk', ofDatabase('53100'), 'none'],
    ['a statement that took too long', new Error('Query read timeout'), 'none'],
    ['a connection that ended', new Error('Connection terminated unexpectedly'), 'none'],
    ['a member of nothing', breaking(() => (null as unknown as string).length), 'code'],
    ['an argument of the wrong kind', breaking(() => Buffer.from(5 as never)), 'code'],
    ['half a character', breaking(() => encodeURIComponent('\ud800')), 'code'],
    ['no number', breaking(() => BigInt('x')), 'code'],
    ['a string that is too long', breaking(() => 'x'.repeat(2 ** 30)), 'none'],
    ['memory that is not there', breaking(() => new ArrayBuffer(2 ** 53 - 1)), 'none'],
    ['a list that is too long', breaking(() => ([].length = -1)), 'none'],
    ['nothing that is an error', 'x', 'none'],
  ] as const)('that is %s', (_what, error, blame) => {
    expect(blameOf(error)).toBe(blame);
  });

  it('with whatever code, of whatever table, is an invoice’s only where the database refuses its own row', () => {
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

describe('of a batch that cannot be issued', () => {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7];
  const refused = ofDatabase('23514', 'issued_invoices');

  it('exactly those fail whose data is refused, and one that alone breaks our code', async () => {
    const some = subarray(positions);
    await assert(
      asyncProperty(some, some, async (data, code) => {
        const broken = code.filter((position) => !data.includes(position));
        const rehearse = async (tried: readonly number[]) => {
          if (tried.some((position) => broken.includes(position))) throw new TypeError('ours');
          if (tried.some((position) => data.includes(position))) throw refused;
        };
        const all = data.length + broken.length === positions.length;
        const found = isolatePoison(positions, true, rehearse);
        const told = await found.catch((error: unknown) => error instanceof OwnFault);
        const blamed = [...data, ...broken].toSorted((a, b) => a - b);
        expect(Array.isArray(told) ? told.toSorted((a, b) => a - b) : told).toEqual(
          broken.length > 1 || all ? true : blamed,
        );
      }),
    );
  });

  it('none fails by chance', async () => {
    await assert(
      asyncProperty(array(nat(1), { minLength: 100, maxLength: 100 }), async (throws) => {
        let tries = 0;
        const rehearse = async () => {
          if (throws[(tries += 1) % throws.length] === 1) throw new TypeError('now and then');
        };
        const found = await isolatePoison(positions, true, rehearse).catch((error: unknown) => error);
        // Two failures of one invoice alone, by chance, are told from its own fault by what follows: the others must pass.
        expect(found instanceof OwnFault || (found as number[]).length <= 1).toBe(true);
      }),
    );
  });

  it.each([
    ['our code breaks on the only one', 1, true, new TypeError('ours')],
    ['our code broke on another before', 3, false, new TypeError('ours')],
    ['memory is out', 3, true, new RangeError('Array buffer allocation failed')],
    ['the database is away', 3, true, ofDatabase('57P01')],
  ])('none fails when %s', async (_what, count, mayBlameCode, error) => {
    const rehearse = async (tried: readonly number[]) => {
      if (tried.includes(0)) throw error;
    };
    await expect(isolatePoison(positions.slice(0, count), mayBlameCode, rehearse)).rejects.toBeInstanceOf(
      Error,
    );
  });

  it('the only one fails where the database refuses its data', async () => {
    const rehearse = async () => {
      throw refused;
    };
    expect(await isolatePoison([7], true, rehearse)).toEqual([7]);
  });
});
