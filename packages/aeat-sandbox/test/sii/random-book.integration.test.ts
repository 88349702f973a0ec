import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AeatSandbox } from '../../src/open-aeat-sandbox.ts';
import { runsOf } from '../../../../test/support/long.ts';
import { textsOf } from '../support/sandbox.ts';
import { openSii, postSii, siiLinesOf } from './support/sii-sandbox.ts';
import { type Draft, writeQuery, writeSupply, writeWithdrawal } from './support/write-sii.ts';

/*
 * Messages in random order, whose answers may be lost, to a stand-in that may be started again,
 * beside the simplest book that the documents allow.
 */

const PERIODS = ['10', '11'] as const;
type Item = {
  readonly number: string;
  readonly period: (typeof PERIODS)[number];
  readonly content: 'right' | 'warned' | 'wrong';
};
type Message = {
  readonly kind: 'A0' | 'A1' | 'baja';
  readonly items: readonly Item[];
  readonly loss: 'none' | 'before' | 'after';
  readonly restart: boolean;
};
type Entry = { readonly status: string; readonly period: string; readonly versions: number };

const messages: fc.Arbitrary<readonly Message[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('A0', 'A1', 'baja'),
    items: fc.array(
      fc.record({
        number: fc.constantFrom('A', 'B', 'C'),
        period: fc.constantFrom(...PERIODS),
        content: fc.constantFrom('right', 'right', 'warned', 'wrong'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    loss: fc.constantFrom('none', 'none', 'none', 'before', 'after'),
    restart: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const TOTALS = { right: '121.00', warned: '200.00', wrong: '121.00' };

function draftOf({ number, period, content }: Item): Draft {
  return {
    number,
    period: { year: '2026', period },
    invoice: { ImporteTotal: TOTALS[content], TipoFactura: content === 'wrong' ? 'F5' : 'F1' },
  };
}

/** Returns the line of a record, and enters it in the book. */
function expectLine(
  book: Map<string, Entry>,
  kind: Message['kind'],
  { number, period, content }: Item,
): string {
  const entry = book.get(number);
  const versions = (entry?.versions ?? 0) + 1;
  if (kind === 'baja') {
    if (!entry) return 'Incorrecto 3002';
    if (entry.status === 'Anulada') return 'Incorrecto 3001';
    if (entry.period !== period) return 'Incorrecto 3019';
    book.set(number, { status: 'Anulada', period, versions });
    return 'Correcto';
  }
  if (content === 'wrong') return 'Incorrecto 1107';
  if (kind === 'A0' && entry && entry.status !== 'Anulada') return 'Incorrecto 3000';
  if (kind === 'A1' && !entry) return 'Incorrecto 3002';
  if (kind === 'A1' && entry?.status === 'Anulada') return 'Incorrecto 3001';
  const isWarned = content === 'warned';
  book.set(number, { status: isWarned ? 'AceptadaConErrores' : 'Correcta', period, versions });
  return isWarned ? 'AceptadoConErrores 2025' : 'Correcto';
}

async function deliver(sandbox: AeatSandbox, { kind, items, loss }: Message): Promise<string | null> {
  if (loss !== 'none') {
    sandbox.control.addFaults({ service: 'sii', kind: 'reset', when: loss, count: 1 });
  }
  const drafts = items.map(draftOf);
  const text = kind === 'baja' ? writeWithdrawal(drafts) : writeSupply(drafts, { communication: kind });
  try {
    return (await postSii(sandbox, text)).text;
  } catch {
    return null;
  }
}

function bookOf(sandbox: AeatSandbox): Map<string, Entry> {
  return new Map(
    sandbox.control
      .book()
      .map(({ id, status, period, history }) => [
        id.number,
        { status, period: period.period, versions: history.length },
      ]),
  );
}

/** Returns the numbers and states of the entries of both periods by query. */
async function query(sandbox: AeatSandbox): Promise<string[]> {
  const found: string[] = [];
  for (const period of PERIODS) {
    const { text } = await postSii(sandbox, writeQuery('', { year: '2026', period }));
    const states = textsOf(text, 'EstadoRegistro');
    for (const [index, number] of textsOf(text, 'NumSerieFacturaEmisor').entries())
      found.push(`${number} ${period} ${states[index]}`);
  }
  return found.toSorted();
}

describe('the book of issued invoices', () => {
  it(
    'is the same as the simplest one after any messages, losses and restarts',
    { timeout: 300_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(messages, async (sent) => {
          const stateDirectory = mkdtempSync(path.join(tmpdir(), 'aeat-sandbox-'));
          const expected = new Map<string, Entry>();
          let sandbox = await openSii({ stateDirectory });
          try {
            for (const message of sent) {
              const answer = await deliver(sandbox, message);
              const lines =
                message.loss === 'before'
                  ? null
                  : message.items.map((item) => expectLine(expected, message.kind, item));
              expect(answer && siiLinesOf(answer)).toEqual(message.loss === 'none' ? lines : null);
              if (message.restart) {
                await sandbox[Symbol.asyncDispose]();
                sandbox = await openSii({ stateDirectory });
              }
              expect(bookOf(sandbox)).toEqual(expected);
            }
            const listed = [...expected].map(
              ([number, { period, status }]) => `${number} ${period} ${status}`,
            );
            expect(await query(sandbox)).toEqual(listed.toSorted());
            expect(
              sandbox.control
                .messages()
                .slice(0, sent.length)
                .map(({ injected }) => injected),
            ).toEqual(sent.map(({ loss }) => (loss === 'none' ? null : 'reset')));
          } finally {
            await sandbox[Symbol.asyncDispose]();
            rmSync(stateDirectory, { recursive: true });
          }
        }),
        { numRuns: runsOf(150) },
      );
    },
  );
});
