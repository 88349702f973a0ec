import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALL_LANGUAGES, runDriver } from './support/languages.ts';
import { openServer, SESSION } from './support/open-server.ts';

/* Every client replaces a file only by a complete one. */

const WHOLE = randomBytes(300_000);

/** The downloads to files, as actions of the drivers. */
const DOWNLOADS = [
  ['pdf_archive', {}],
  ['archive', { format: 'ubl' }],
  ['book', {}],
] as const;

/** What happens to a download before it is complete. */
const FAILURES: readonly [name: string, answer: (response: ServerResponse) => void][] = [
  [
    'the engine refuses the request',
    (response) => response.writeHead(404).write('PK', () => response.destroy()),
  ],
  [
    'the connection breaks within a file of known length',
    (response) =>
      response
        .writeHead(200, { 'content-length': WHOLE.length })
        .write(WHOLE.subarray(0, 200_000), () => response.destroy()),
  ],
  [
    'the connection breaks within a file of unknown length',
    (response) => response.writeHead(200).write(WHOLE.subarray(0, 200_000), () => response.destroy()),
  ],
  [
    'the connection breaks among the headers',
    (response) => response.socket!.end('HTTP/1.1 200 OK\r\nX-Request-Id: a\r\n'),
  ],
];

/** Opens an engine whose downloads fail a number of times. */
function openFailing(answer: (response: ServerResponse) => void, times: number) {
  let left = times;
  return openServer((request, response) => {
    request.resume();
    if (request.url!.endsWith('/sessions')) return response.end(JSON.stringify(SESSION));
    left -= 1;
    return left < 0 ? response.end(WHOLE) : answer(response);
  });
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'clients-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe.each(ALL_LANGUAGES)('the client in $name', (language) => {
  const { program } = language;

  it.skipIf(!program).each(FAILURES)('keeps an existing file when %s', async (_, answer) => {
    await using server = await openFailing(answer, DOWNLOADS.length);
    const directory = makeDirectory();
    const file = path.join(directory, 'pdfs.zip');
    writeFileSync(file, 'of yesterday');
    for (const [action, more] of DOWNLOADS) {
      const asked = { url: server.url, key: 'a', action, batch: 1, file, patience: 0, ...more };
      expect(await runDriver(language, asked)).toMatchObject({ status: expect.any(Number) });
      expect(readFileSync(file, 'utf8')).toBe('of yesterday');
      expect(readdirSync(directory)).toEqual(['pdfs.zip']);
    }
  });

  it.skipIf(!program)('replaces a file when a repeated download is complete', async () => {
    const directory = makeDirectory();
    const file = path.join(directory, 'pdfs.zip');
    for (const [, answer] of FAILURES.slice(1)) {
      await using server = await openFailing(answer, 1);
      writeFileSync(file, WHOLE.subarray(0, 250_000));
      const asked = { url: server.url, key: 'a', action: 'pdf_archive', batch: 1, file };
      expect(await runDriver(language, asked)).toBeNull();
      expect(readFileSync(file).equals(WHOLE)).toBe(true);
      expect(readdirSync(directory)).toEqual(['pdfs.zip']);
    }
  });
});
