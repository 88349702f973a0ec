import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { exchangeRaw, openRawConnection } from '../support/raw-http.ts';
import { errorBody } from './endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ SESSION_RATE_LIMIT: 1000 });
});
afterAll(() => api[Symbol.asyncDispose]());

const BODY = '{"api_key":"x"}';
const request = (...headers: string[]) =>
  [
    'POST /api/v1/auth/sessions HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');
const LENGTH = `Content-Length: ${BODY.length}`;

/** Counts the requests that a handler or a hook of the API has answered. */
const countRequests = () => api.log.filter((line) => line.includes('Request answered')).length;

describe('a message that is not valid HTTP [B23]', () => {
  it.each([
    ['Content-Length, then chunks', request(LENGTH, 'Transfer-Encoding: chunked') + BODY],
    ['chunks, then Content-Length', `${request('Transfer-Encoding: chunked', LENGTH)}0\r\n\r\n`],
    ['two values of Content-Length', request('Content-Length: 5', LENGTH) + BODY],
    ['the same Content-Length twice', request(LENGTH, LENGTH) + BODY],
    ['a list in Content-Length', request(`${LENGTH}, ${BODY.length}`) + BODY],
    ['a signed Content-Length', request(`Content-Length: +${BODY.length}`) + BODY],
    ['a negative Content-Length', request('Content-Length: -1') + BODY],
    ['a hexadecimal Content-Length', request('Content-Length: 0xf') + BODY],
    ['a folded header', request('X-A: a\r\n b', LENGTH) + BODY],
    ['a space before the colon', request(`Content-Length : ${BODY.length}`) + BODY],
    ['a header without a colon', request('nonsense', LENGTH) + BODY],
    ['a NUL in a header', request('X-A: a\0b', LENGTH) + BODY],
    ['a bare CR in a header', request('X-A: a\rb', LENGTH) + BODY],
    ['line ends without CR', request(LENGTH).replaceAll('\r\n', '\n') + BODY],
    ['a chunk with an invalid length', `${request('Transfer-Encoding: chunked')}ZZ\r\n{}\r\n0\r\n\r\n`],
    ['another transfer encoding', request('Transfer-Encoding: identity') + BODY],
    ['a transfer encoding after chunked', request('Transfer-Encoding: chunked, gzip') + BODY],
    ['a method in lower case', request(LENGTH).replace('POST', 'post') + BODY],
    ['an unknown method', request(LENGTH).replace('POST', 'FOO') + BODY],
    ['an unknown version', request(LENGTH).replace('1.1', '9.9') + BODY],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', Buffer.from('160301020001fc0303', 'hex')],
    ['a raw byte in the path', Buffer.from('GET /api/v1/\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')],
  ])('receives 400 with an error object, and the connection is closed: %s', async (_what, bytes) => {
    const before = countRequests();
    using connection = await openRawConnection(api.app);
    connection.send(bytes);
    const answer = await connection.receive();
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(errorBody('bad_request', 'The request is not valid HTTP'));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      connection: 'close',
    });
    await connection.ended();
    // A request with a broken chunk reaches the API, but the API does not answer it.
    expect(countRequests()).toBe(before);
  });

  it.each([
    ['one header', request(`X-A: ${'a'.repeat(17_000)}`)],
    ['many headers', request(...Array.from({ length: 3000 }, () => 'a: b'))],
    ['the path', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('receives 431 if its head is larger than 16 KiB: %s', async (_what, bytes) => {
    const before = countRequests();
    const answer = await exchangeRaw(api.app, bytes);
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toEqual(
      errorBody('headers_too_large', 'The headers are larger than 16 KiB'),
    );
    expect(countRequests()).toBe(before);
  });

  it('receives 405 for CONNECT, and the connection is closed', async () => {
    using connection = await openRawConnection(api.app);
    connection.send('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    const answer = await connection.receive();
    expect(answer.status).toBe(405);
    expect(answer.headers).toMatchObject({ allow: 'DELETE, GET, HEAD, POST', connection: 'close' });
    expect(JSON.parse(answer.body)).toHaveProperty('error.code', 'method_not_allowed');
    await connection.ended();
  });

  it.each(['0.9', '2.0'])('receives 400 if it claims to be HTTP/%s', async (version) => {
    const answer = await exchangeRaw(api.app, (request(LENGTH) + BODY).replace('1.1', version));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(errorBody('bad_request', 'HTTP version must be 1.1 or 1.0'));
  });

  it('receives 400 if it uses chunks in HTTP/1.0, which has none', async () => {
    const bytes = `${request('Transfer-Encoding: chunked')}0\r\n\r\n`.replace('1.1', '1.0');
    const answer = await exchangeRaw(api.app, bytes);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(
      errorBody('bad_request', 'Transfer-Encoding is not allowed with HTTP/1.0'),
    );
  });

  it('cannot smuggle a second request', async () => {
    const smuggled = 'GET /api/v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
    const bytes = `${request('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`;
    expect((await exchangeRaw(api.app, bytes)).status).toBe(400);
    expect(api.log.some((line) => line.includes('smuggled'))).toBe(false);
  });
});

describe('an unusual message that is valid HTTP', () => {
  const INVALID_KEY = errorBody('unauthorized', 'Invalid API key');

  it('must have a Host header', async () => {
    const answer = await exchangeRaw(api.app, (request(LENGTH) + BODY).replace('Host: x\r\n', ''));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(errorBody('bad_request', 'Host header is required'));
  });

  it.each([
    ['in chunks', `${request('Transfer-Encoding: chunked')}5\r\n{"api\r\na\r\n_key":"x"}\r\n0\r\n\r\n`],
    [
      'in chunks with trailers',
      `${request('Transfer-Encoding: chunked')}f\r\n${BODY}\r\n0\r\nX-A: b\r\n\r\n`,
    ],
    ['with an unknown expectation', request('Expect: the-unexpected', LENGTH) + BODY],
    ['of HTTP/1.0', request(LENGTH).replace('1.1', '1.0') + BODY],
    ['with an upgrade that is not offered', request('Connection: Upgrade', 'Upgrade: h2c', LENGTH) + BODY],
  ])('is answered like any other request: %s', async (_what, bytes) => {
    const answer = await exchangeRaw(api.app, bytes);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toEqual(INVALID_KEY);
  });

  it('receives 100 Continue if it expects that before sending its body', async () => {
    using connection = await openRawConnection(api.app);
    connection.send(request('Expect: 100-continue', LENGTH));
    expect((await connection.receive()).status).toBe(100);
    connection.send(BODY);
    expect(JSON.parse((await connection.receive()).body)).toEqual(INVALID_KEY);
  });

  it('may not have a transfer encoding other than chunked', async () => {
    const answer = await exchangeRaw(api.app, `${request('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`);
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.body)).toHaveProperty('error.code', 'unsupported_media_type');
  });

  it('receives an error message that contains only the beginning of a long path', async () => {
    const answer = await exchangeRaw(api.app, `GET /${'x'.repeat(6000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const message = `There is no GET /${'x'.repeat(99)}…`;
    expect(JSON.parse(answer.body)).toEqual(errorBody('not_found', message));
  });

  it('may be pipelined, and each request is answered in order', async () => {
    using connection = await openRawConnection(api.app);
    const read = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    connection.send(request(LENGTH) + BODY + read('/two'));
    const answers = [await connection.receive(), await connection.receive()];
    expect(answers.map(({ status }) => status)).toEqual([401, 404]);
    expect(answers[1]!.body).toContain('/two');
  });
});
