import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../clients/typescript/src/engine.ts';
import { readZip } from '../../clients/typescript/src/read-zip.ts';
import { makeSafeName } from '../../clients/typescript/src/safe-name.ts';

/*
 * An address may belong to a wrong or hijacked server. Its answers must harm neither the memory nor
 * the files of the client.
 */

const MEGABYTE = 1024 * 1024;
const TOKEN = JSON.stringify({ session_token: 't', expires_at: '2999-01-01T00:00:00Z' });

/**
 * Opens a client of an engine with an endless answer.
 * @returns the client, and the number of megabytes that were sent.
 */
function openEndless(status = 200, type = 'application/json') {
  const sent = { megabytes: 0 };
  const engine = openEngine({
    url: 'http://engine.invalid',
    apiKey: 'org_live_x',
    patienceMs: 1,
    fetch: (url) =>
      Promise.resolve(
        new Request(url).url.endsWith('/auth/sessions')
          ? new Response(TOKEN)
          : new Response(
              new ReadableStream({
                pull(controller) {
                  sent.megabytes += 1;
                  controller.enqueue(new Uint8Array(MEGABYTE));
                },
              }),
              { status, headers: { 'content-type': type } },
            ),
      ),
  });
  return { engine, sent };
}

describe('an endless answer', () => {
  it('with JSON is aborted after 128 MB', async () => {
    const { engine, sent } = openEndless();
    await expect(engine.summary(1)).rejects.toMatchObject({ code: 'too_large', status: 200 });
    expect(sent.megabytes).toBeLessThan(135);
  });

  it('with an error is aborted after 1 MB', async () => {
    const { engine, sent } = openEndless(422);
    await expect(engine.summary(1)).rejects.toMatchObject({ code: 'too_large', status: 422 });
    expect(sent.megabytes).toBeLessThan(6);
  });

  it('with a PDF is aborted after 64 MB', async () => {
    const { engine, sent } = openEndless(200, 'application/pdf');
    await expect(engine.pdf(1)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The answer is larger than 64 MB and was not read. Check the address of the engine',
    });
    expect(sent.megabytes).toBeLessThan(70);
  });
});

/** Builds the header of a stored file. */
function writeHead(name: string, size: number, nameLength = name.length): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt32LE(size, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(nameLength, 26);
  return Buffer.concat([head, Buffer.from(name)]);
}

describe('an archive', () => {
  const read = async (first: Buffer, next: () => Uint8Array) => {
    let pieces = 0;
    async function* send() {
      yield first;
      for (;;) {
        pieces += 1;
        yield next();
      }
    }
    const reading = (async () => {
      for await (const file of readZip(send())) void file;
    })();
    return { failure: await reading.catch((error: unknown) => error), pieces };
  };

  it('with a file that is too large is aborted before the file is read', async () => {
    const { failure, pieces } = await read(writeHead('a.pdf', 65 * MEGABYTE), () => new Uint8Array(MEGABYTE));
    expect(failure).toMatchObject({ code: 'too_large', message: expect.stringContaining('"a.pdf"') });
    expect(pieces).toBe(0);
  });

  it('with a name that is too long is aborted', async () => {
    const { failure } = await read(writeHead('', 0, 65_535), () => new Uint8Array(MEGABYTE));
    expect(failure).toMatchObject({ code: 'too_large' });
  });

  it('with endless files is aborted', async () => {
    const file = writeHead('a.pdf', 0);
    const { failure, pieces } = await read(file, () => file);
    expect(failure).toMatchObject({ code: 'too_large', message: expect.stringContaining('10000 files') });
    expect(pieces).toBeLessThan(10_010);
  });
});

describe('the name of a file of an archive', () => {
  it.each([
    ['A-1.pdf', 'A-1.pdf'],
    ['A-1.xml', 'A-1.xml'],
    ['A-1.xsig', 'A-1.xsig'],
    ['nul.XML', '_nul.xml'],
    ['CON.pdf', '_CON.pdf'],
    ['con.2026.pdf', '_con.2026.pdf'],
    ['LPT1', '_LPT1.pdf'],
    ['COMPRAS.pdf', 'COMPRAS.pdf'],
    ['../../.ssh/authorized_keys', '__.._.ssh_authorized_keys.pdf'],
    ['/etc/passwd', '_etc_passwd.pdf'],
    ['C:\\Windows\\a.pdf', 'C__Windows_a.pdf'],
    ['a.pdf. ', 'a.pdf._.pdf'],
    ['.bashrc', '_bashrc.pdf'],
    ['\u001b[2J\u202efdp.exe', '__2J_fdp.exe.pdf'],
    ['', '_.pdf'],
  ])('%j is written as %s', (name, safe) => {
    expect(makeSafeName(name, new Set())).toBe(safe);
  });

  it('is always valid on every system, and unique regardless of case', () => {
    const part = fc.constantFrom(
      'CON',
      'nul',
      '.',
      '..',
      '/',
      '\\',
      ':',
      '\0',
      'a',
      'A',
      ' ',
      'é',
      '.pdf',
      '.xml',
      'x'.repeat(300),
    );
    const names = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(part).map((parts) => parts.join('')),
      ),
    );
    fc.assert(
      fc.property(names, (given) => {
        const taken = new Set<string>();
        const safe = given.map((name) => makeSafeName(name, taken));
        expect(new Set(safe.map((name) => name.toLowerCase())).size).toBe(given.length);
        for (const name of safe) {
          expect(name).toMatch(/^[\w-][\w.-]{0,220}\.(?:pdf|xml)$/);
          expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./i);
        }
      }),
    );
  });
});
