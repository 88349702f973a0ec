import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../ops/local/boot/layout.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { issuingContext } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { storePdf } from '../support/pdfs.ts';
import { readZip } from '../api/support/read-zip.ts';
import { type ExampleLanguage, readExample } from './support/examples.ts';
import { ALL_LANGUAGES } from './support/languages.ts';
import { type ListeningApi, openListeningApi } from './support/listening-api.ts';

/* The first example in the README of each client runs as it is written there. */

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const CLIENTS = path.join(ROOT, 'clients');

/** How each example finds its client without an installed package, and where it leaves the PDF. */
const RUNS: Readonly<
  Record<ExampleLanguage, { file: string; installed: Record<string, string>; result: string }>
> = {
  typescript: {
    file: 'example.ts',
    installed: {
      'invoice-batch-engine-client/files': path.join(CLIENTS, 'typescript/src/files/save-file.ts'),
      'invoice-batch-engine-client': path.join(CLIENTS, 'typescript/src/engine.ts'),
    },
    result: 'pdfs.zip',
  },
  python: { file: 'example.py', installed: {}, result: '2026-0301.pdf' },
  php: { file: 'example.php', installed: {}, result: 'pdfs.zip' },
};

/** What Composer's file does for one package. */
const AUTOLOAD = `spl_autoload_register(fn ($class) => require '${CLIENTS}/php/src/' . substr(strrchr($class, '\\\\'), 1) . '.php');`;

/** Issues the first batch of the organization that is created after a time, and stores its PDF. */
async function issueNext(last: number): Promise<Buffer> {
  const { api, organization } = listening;
  let batch = 0;
  await eventually(async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select max(id) as id from batches where organization_id = $1',
      [organization.id],
    );
    batch = Number(rows[0]!.id);
    return batch > last;
  });
  await processBatch(issuingContext(api), batch);
  return storePdf(api, batch * 1000);
}

it.each(ALL_LANGUAGES.filter(({ program }) => program))(
  'the example of the client in $name submits an invoice and saves its PDF',
  { timeout: 60_000 },
  async ({ name, program }) => {
    const client = name.toLowerCase() as ExampleLanguage;
    const { file, installed, result } = RUNS[client];
    const directory = mkdtempSync(path.join(tmpdir(), 'example-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    let example = readExample(client)
      .replace('http://127.0.0.1:3000', listening.url)
      .replace('org_live_…', listening.organization.apiKey)
      .replace("require 'vendor/autoload.php';", AUTOLOAD);
    for (const [from, to] of Object.entries(installed)) example = example.replace(`'${from}'`, `'${to}'`);
    writeFileSync(path.join(directory, file), client === 'php' ? `<?php\n${example}` : example);
    const { rows } = await listening.api.database.pool.query<{ last: string | null }>(
      'select max(id) as last from batches',
    );
    const env = { PYTHONPATH: path.join(CLIENTS, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const [pdf] = await Promise.all([
      issueNext(Number(rows[0]!.last)),
      promisify(execFile)(program!, [file], { cwd: directory, env }),
    ]);
    const saved = readFileSync(path.join(directory, result));
    const files = result.endsWith('.zip') ? await readZip(saved) : [{ content: saved }];
    expect(files.some(({ content }) => content.equals(pdf))).toBe(true);
  },
);
