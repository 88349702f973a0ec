import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArrival } from '../src/exchange/read-arrival.ts';
import { mutationsOf } from '../../../test/support/xml/arbitrary-mutation.ts';
import { MESSAGES } from '../../../test/support/xml/documents.ts';
import { runsOf } from '../../../test/support/long.ts';

const RUNS = runsOf(2500);
const LIMIT = { timeout: Math.max(30_000, RUNS * 20) };
/** AEAT's faults for a failing server, and for a parser error. */
const CODES = { breaking: 102, unreadable: 4103 };

function receive(message: string) {
  const bytes = Buffer.from(message);
  const { opened, refusal, nif, hasIncident, records } = readArrival({
    bytes,
    contentType: 'text/xml;charset=UTF-8',
    presenter: null,
  });
  return { operation: opened?.operation ?? null, code: refusal?.code ?? null, nif, hasIncident, records };
}

function refusedWith(code: number): ReturnType<typeof receive> {
  return { operation: null, code, nif: null, hasIncident: false, records: [] };
}

describe('a message that was changed', () => {
  it('is refused if it is not well-formed, and otherwise has the same content', LIMIT, () => {
    fc.assert(
      fc.property(mutationsOf(MESSAGES), ({ kind, original, text }) => {
        expect(receive(text)).toEqual(kind === 'harmless' ? receive(original) : refusedWith(CODES[kind]));
      }),
      { numRuns: RUNS },
    );
  });

  it('starts from messages that are accepted', () => {
    for (const message of MESSAGES) expect(receive(message)).toMatchObject({ code: null });
  });
});
