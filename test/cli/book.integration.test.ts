import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSheets } from '../api/support/read-xlsx.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';

let api: TestApi;
let organization: TestOrganization;
let into: string;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization('Empresa SL');
  await issueBatch(api, organization, 3, 'F');
  into = await mkdtemp(path.join(tmpdir(), 'book-'));
});
afterAll(async () => {
  await rm(into, { recursive: true, force: true });
  await api[Symbol.asyncDispose]();
});

const run = (command: string, ...args: string[]) => runCli(command, args, { DATABASE_URL: api.database.url });

it('the command writes the book, shows its notes, and takes what is unknown from the profile of the issuer', async () => {
  const year = api.clock.now.getUTCFullYear();
  const book = (...more: string[]) =>
    run(
      'book',
      'issued',
      '--organization',
      String(organization.id),
      '--issuer',
      'B12345674',
      '--to',
      `${year}-12-31`,
      '--output',
      into,
      ...more,
    );
  const first = await book();
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain(`${year}B12345674EEmpresa SL.xlsx  3 rows\nColumns C to E are blank`);
  const [file] = await readdir(into);
  const sheets = await readSheets(await readFile(path.join(into, file!)));
  expect(sheets.map(({ name, texts }) => [name, texts.length])).toEqual([
    ['EXPEDIDAS', 5],
    ['AVISOS', 2],
  ]);
  const again = await book();
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists')]);

  const profile = await run(
    'org',
    'issuer',
    String(organization.id),
    'B12345674',
    '--book-activity',
    'A03/642.3',
    '--operator',
    'ana',
    '--book-property',
    '1/9872023VH5797S0001WX',
    '--book-income',
    'i01',
  );
  expect(profile.out).toContain('book: activity A03/6423, income I01, property 1/9872023VH5797S0001WX');
  const csv = await book('--format', 'csv');
  expect(csv.out).toMatch(/csv {2}3 rows\n$/);
  const text = await readFile(path.join(into, `${year}B12345674EEmpresa SL.csv`), 'utf8');
  expect(text.split('\r\n')[2]).toMatch(/^\d{4};\dT;A;03;6423;F1;/);
  const removed = await run(
    'org',
    'issuer',
    String(organization.id),
    'B12345674',
    '--operator',
    'ana',
    '--book-activity',
    '',
    '--book-property',
    '',
    '--book-income',
    '',
  );
  expect(removed.out).not.toContain('book:');

  const joint = await book('--book', 'U');
  expect([joint.code, joint.err]).toEqual([1, expect.stringContaining('is a legal person, whose book is E')]);
}, 60_000);
