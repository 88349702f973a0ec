import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findExecutable } from '../../../ops/local/boot/find-executable.js';
import { withQuickStart } from '../../support/quick-start.ts';
import { runProgram } from '../../support/run-cli.ts';
import { openServer } from '../support/open-server.ts';
import { IBE } from '../support/run-ibe.ts';
import { isJudged } from '../../support/not-judged.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../..', IBE);

it('ibe --version prints the version of the package, without settings', async () => {
  const { version } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8')) as {
    version: string;
  };
  expect(await runProgram(IBE, ['--version'], {})).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('the completion of ibe', () => {
  it.runIf(isJudged(findExecutable(['bash']), 'completion in bash', 'there is no bash'))(
    'completes commands, and the options of each, in bash',
    async () => {
      const { out: script } = await runProgram(IBE, ['completion', 'bash'], {});
      const complete = (...words: string[]) =>
        execFileSync(
          'bash',
          [
            '-c',
            `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _ibe; printf '%s\\n' "\${COMPREPLY[@]}"`,
            'bash',
            ...words,
          ],
          { encoding: 'utf8' },
        )
          .trim()
          .split('\n');
      expect(complete('ibe', 'su')).toEqual(['submit']);
      expect(complete('ibe', 'documents', '--fo')).toEqual(['--format']);
      expect(complete('ibe', 'status', '--batch')).toEqual(['']);
      expect(complete('ibe', '')).toContain('completion');
    },
  );
});

/**
 * Runs the program with a text as its standard input, at a server that records the bodies of dry
 * runs.
 */
async function validateInput(input: string, ...more: string[]) {
  const bodies: string[] = [];
  await using server = await openServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      if (request.url!.endsWith('/sessions'))
        return response.end(JSON.stringify({ session_token: 'a', expires_at: '2999-01-01T00:00:00Z' }));
      bodies.push(body);
      const data = { invoices_count: 1, valid_invoices_count: 1, invoices: [] };
      return response.end(JSON.stringify({ data, errors: [], warnings: [] }));
    });
  });
  const settings = { INVOICE_ENGINE_URL: server.url, INVOICE_ENGINE_API_KEY: 'a' };
  const running = promisify(execFile)(process.execPath, [PROGRAM, 'validate', '-', ...more], {
    env: withQuickStart(settings),
  });
  running.child.stdin!.end(input);
  const { stdout } = await running;
  return { stdout, bodies: bodies.map((body) => JSON.parse(body) as object) };
}

describe('standard input', () => {
  it.each([
    ['JSON', [], '[{"number_serie":"A-1","lines":[]}]'],
    ['NDJSON', ['--as', 'ndjson'], '{"number_serie":"A-1","lines":[]}\n'],
    ['a table', ['--as', 'csv'], 'number_serie;lines.units\nA-1;\n'],
  ])('is read as %s', async (_, options, input) => {
    const { stdout, bodies } = await validateInput(input, ...options);
    expect(stdout).toBe('1 of 1 invoices are valid\n');
    expect(bodies).toMatchObject([{ invoice_batch: { invoices: [{ number_serie: 'A-1', lines: [] }] } }]);
  });
});
