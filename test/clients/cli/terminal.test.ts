import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { drawBar } from '../../../clients/typescript/src/cli/bars.ts';
import { drawTable } from '../../../clients/typescript/src/cli/output.ts';
import { escapeControls as escapeOfClient } from '../../../clients/typescript/src/cli/terminal-text.ts';
import { escapeControls } from '#src/cli/print.ts';
import { runProgram } from '../../support/run-cli.ts';
import { IBE } from '../support/run-ibe.ts';

/**
 * The characters that a terminal interprets: C0 except for line feed and tab, DEL, C1, and marks
 * that change the text direction.
 */
const OBEYED = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066';

const readBack = (text: string) =>
  text.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

it('an escaped text contains no control characters, and its other characters are unchanged', () => {
  const texts = fc.string({
    unit: fc.oneof(fc.constantFrom(...HOSTILE.split('')), fc.string({ unit: 'binary', maxLength: 1 })),
  });
  fc.assert(
    fc.property(texts, (text) => {
      for (const escape of [escapeControls, escapeOfClient]) {
        expect(escape(text)).not.toMatch(OBEYED);
        // Escaped characters can be read back as JSON; the rest is unchanged.
        expect(readBack(escape(text))).toBe(readBack(text));
      }
      expect(drawTable([['A'], [text]]).join('\n')).not.toMatch(OBEYED);
    }),
  );
});

it('progress bars can be drawn from any counts of an engine', () => {
  for (const done of [HOSTILE, Number.NaN, -1, 1e9, null]) {
    const bar = drawBar({ name: 'issued', done: done as number, of: 3, wrong: HOSTILE });
    expect(bar).not.toMatch(OBEYED);
  }
});

/** The arguments that commands need to end. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  watch: ['--timeout', '1'],
  pdf: ['--timeout', '1'],
  documents: ['--format', 'ubl', '--timeout', '1'],
};

it.each(['status', 'errors', 'watch', 'pdf', 'documents', 'document', 'submit', 'validate'])(
  'ibe %s prints no control characters from an answer',
  async (command) => {
    let isRefused = false;
    const batch = {
      id: 1,
      external_batch_id: HOSTILE,
      status: HOSTILE,
      received_at: HOSTILE,
      processed_at: HOSTILE,
    };
    const invoice = {
      id: 2,
      external_invoice_id: HOSTILE,
      processing_status: 'failed',
      processing_error: HOSTILE,
    };
    const detail = { path: HOSTILE, code: HOSTILE, message: HOSTILE, aeat_code: null, help: HOSTILE };
    const told = [{ index: 0, external_invoice_id: HOSTILE, details: [detail] }];
    const server = createServer((request, response) => {
      request.resume();
      const url = request.url!;
      if (isRefused && !url.endsWith('/sessions')) {
        response.statusCode = 422;
        const details = [{ ...detail, path: `/invoice_batch/invoices/0/${HOSTILE}` }];
        return response.end(JSON.stringify({ error: { code: HOSTILE, message: HOSTILE, details } }));
      }
      const answer = url.endsWith('/sessions')
        ? { session_token: 't', expires_at: '2999-01-01T00:00:00Z' }
        : url.endsWith('/documents')
          ? { data: [{ format: HOSTILE, available: false, reason: { rule: HOSTILE, message: HOSTILE } }] }
          : url.includes('/validate')
            ? { data: { invoices_count: 1, valid_invoices_count: 0 }, errors: told, warnings: told }
            : url.includes('/invoices')
              ? { data: [invoice], meta: { next_cursor: null, has_more: false } }
              : url.endsWith('/summary')
                ? {
                    data: {
                      invoices_count: HOSTILE,
                      processed: 0,
                      failed: HOSTILE,
                      rendered: HOSTILE,
                      verifactu: {},
                    },
                  }
                : { data: batch, errors: told, warnings: told };
      return response.end(JSON.stringify(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = { INVOICE_ENGINE_URL: `http://127.0.0.1:${port}`, INVOICE_ENGINE_API_KEY: 'org_live_x' };
    const isOfFile = command === 'submit' || command === 'validate';
    const directory = mkdtempSync(path.join(tmpdir(), 'ibe-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = path.join(directory, 'one.json');
    writeFileSync(file, JSON.stringify([{ external_invoice_id: HOSTILE, number_serie: 'A-1' }]));
    const operand = isOfFile ? file : '1';
    for (const json of [[], ['--json']]) {
      for (isRefused of [false, true]) {
        const more = MORE[command] ?? [];
        const { out, err } = await runProgram(
          IBE,
          [command, operand, ...more, '--patience', '1', ...json],
          settings,
        );
        expect(`${out}${err}`).not.toMatch(OBEYED);
        expect(`${out}${err}`).not.toBe('');
      }
    }
  },
);

it('commands of operators print only with the two functions that escape', () => {
  const root = path.resolve(import.meta.dirname, '../../../src/cli');
  const direct = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !['print.ts', 'operator/read-password.ts'].includes(name))
    .filter((name) =>
      /console\.(?:log|error|warn)\(|std(?:out|err)\.write\(/.test(
        readFileSync(path.join(root, name), 'utf8'),
      ),
    );
  expect(direct).toEqual([]);
});
