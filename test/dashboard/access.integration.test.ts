import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHORIZATION, JOB, LOGIN, openBoard, type Board } from './board-fixture.ts';

const PATHS = [
  '/',
  '/queue/batches',
  '/jobs/static/favicon.ico',
  '/jobs/static/js/none.js',
  '/api/queues',
  '/api/redis/stats',
  '/nothing',
  '/../jobs/static/favicon.ico',
  '//',
];

/**
 * Every change that Bull Board offers, each with the expected kind. JOB stands for the id of an
 * existing job.
 */
const CHANGES = [
  ['PUT', '/api/queues/batches/JOB/retry', 'retry'],
  ['PUT', '/api/queues/batches/JOB/clean', 'remove'],
  ['PUT', '/api/queues/batches/JOB/promote', 'promote'],
  ['PUT', '/api/queues/batches/retry/failed', 'retry'],
  ['PUT', '/api/queues/batches/clean/failed', 'remove'],
  ['PUT', '/api/queues/batches/promote', 'promote'],
  ['PUT', '/api/queues/batches/pause', 'pause'],
  ['PUT', '/api/queues/pause', 'pause'],
  ['PUT', '/api/queues/batches/empty', 'never'],
  ['PUT', '/api/queues/batches/obliterate', 'never'],
  ['POST', '/api/queues/batches/add', 'never'],
  ['PATCH', '/api/queues/batches/JOB/update-data', 'never'],
  ['PATCH', '/api/queues/batches/JOB/delay', 'never'],
  ['PATCH', '/api/queues/batches/JOB/priority', 'never'],
  ['PUT', '/api/queues/batches/concurrency', 'never'],
  ['PUT', '/api/queues/batches/rate-limit', 'never'],
] as const;

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

describe('the login [B31]', () => {
  let board: Board;
  beforeAll(async () => void (board = await openBoard({ readOnly: false })));
  afterAll(() => board[Symbol.asyncDispose]());

  const attempt = (authorization: string, remoteAddress: string) =>
    board.app.inject({ url: '/jobs/', headers: { authorization }, remoteAddress });

  it.each(PATHS)('is required: without it %s returns 401 and nothing else', async (url) => {
    const answer = await board.app.inject({ url, remoteAddress: '10.0.0.1' });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(answer.json()).toEqual({ message: 'Login required' });
  });

  it.each(CHANGES)('is required: without it %s %s returns 401', async (method, url) => {
    const answer = await board.app.inject({ method, url, remoteAddress: '10.0.0.1' });
    expect(answer.statusCode).toBe(401);
  });

  it.each([
    ['a wrong password', basic(LOGIN.username, 'wrong')],
    ['the password with a suffix', basic(LOGIN.username, `${LOGIN.password}x`)],
    ['a wrong user', basic('admin', LOGIN.password)],
    ['no password', basic(LOGIN.username, '')],
    ['another scheme', `Bearer ${LOGIN.password}`],
    ['an empty value', ''],
    ['invalid base64', 'Basic \u007f'],
  ])('refuses %s', async (name, authorization) => {
    expect((await attempt(authorization, `10.0.1.${name.length}`)).statusCode).toBe(401);
  });

  it('gives access to the pages, their files and their data', async () => {
    const urls = ['/operations', '/jobs/', '/jobs/static/favicon.ico', '/jobs/api/queues', '/api/queues'];
    const headers = { authorization: AUTHORIZATION };
    const answers = await Promise.all(urls.map((url) => board.app.inject({ url, headers })));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  });

  it('leads from / to the operations page, and from paths of Bull Board to those below /jobs', async () => {
    const headers = { authorization: AUTHORIZATION };
    const lead = async (url: string) => (await board.app.inject({ url, headers })).headers.location;
    expect(await lead('/')).toBe('/operations');
    expect(await lead('/queue/batches?status=failed')).toBe('/jobs/queue/batches?status=failed');
    expect(await lead('/queue/batches/17')).toBe('/jobs/queue/batches/17');
  });

  it('is refused to a client after ten wrong attempts, even with the right password, and not to other clients', async () => {
    for (let wrong = 1; wrong <= 10; wrong++) {
      expect((await attempt(basic('operator', `guess ${wrong}`), '10.0.2.1')).statusCode).toBe(401);
    }
    const limited = await attempt(AUTHORIZATION, '10.0.2.1');
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt(AUTHORIZATION, '10.0.2.2')).statusCode).toBe(200);
  });

  it('is limited regardless of an X-Forwarded-For header without a trusted proxy', async () => {
    for (let wrong = 1; wrong <= 11; wrong++) {
      const headers = { authorization: basic('operator', 'guess'), 'x-forwarded-for': `10.9.9.${wrong}` };
      const answer = await board.app.inject({ url: '/', headers, remoteAddress: '10.0.3.1' });
      expect(answer.statusCode).toBe(wrong <= 10 ? 401 : 429);
    }
  });

  it('does not appear in the log', async () => {
    await board.app.inject({ url: '/', headers: { authorization: basic('operator', 'a-typo-of-it') } });
    expect(board.lines.join('')).toContain('Dashboard login failed');
    expect(board.lines.join('')).not.toMatch(/a-typo-of-it|correct-horse|Basic /);
  });

  it('is protected from other sites by the headers of every response', async () => {
    for (const headers of [{}, { authorization: AUTHORIZATION }]) {
      const answer = await board.app.inject({ url: '/', headers });
      expect(answer.headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    }
  });

  it('gives access to a page that loads nothing from other hosts', async () => {
    const { body } = await board.app.inject({ url: '/jobs/', headers: { authorization: AUTHORIZATION } });
    expect(body).toContain('Invoice batch engine');
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});

describe('a request that changes something [B31]', () => {
  let board: Board;
  let jobPath: string;
  beforeAll(async () => {
    board = await openBoard({ readOnly: false });
    jobPath = `/api/queues/batches/${await board.addFailedJob('process-batch', JOB)}/retry`;
  });
  afterAll(() => board[Symbol.asyncDispose]());

  const put = (headers: Record<string, string>) =>
    board.app.inject({ method: 'PUT', url: jobPath, headers: { authorization: AUTHORIZATION, ...headers } });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another origin that claims this host in its path', { origin: 'https://evil.example/localhost:80' }],
  ])('is refused from %s despite a valid login', async (_place, headers) => {
    const answer = await put(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ message: 'Requests from other sites are refused.' });
    expect(await board.queues.get('batches')!.getJobCounts('failed')).toEqual({ failed: 1 });
  });

  it('is accepted from the page itself and recorded in the audit log', async () => {
    const answer = await put({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' });
    expect(answer.statusCode).toBe(204);
    expect(await board.queues.get('batches')!.getJobCounts('failed', 'waiting')).toMatchObject({ failed: 0 });
    expect(board.acts).toMatchObject([
      {
        act: 'job.retry',
        operator: 'dashboard:operator',
        details: { queue: 'batches' },
        client: '127.0.0.1',
        end: 'kept',
      },
    ]);
    const told = board.lines.filter((line) => line.includes('Operator changed a queue'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('job.retry');
  });
});

describe.each([true, false])('the changes of an operator with read-only %s', (readOnly) => {
  let board: Board;
  beforeAll(async () => void (board = await openBoard({ readOnly })));
  afterAll(() => board[Symbol.asyncDispose]());

  it.each(CHANGES)('are made or refused as configured: %s %s', async (method, url, kind) => {
    const id = await (kind === 'promote' ? board.addDelayedJob() : board.addFailedJob('process-batch', JOB));
    const answer = await board.app.inject({
      method,
      url: url.replace('JOB', id),
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      payload: '{}',
    });
    await board.queues.get('batches')!.resume();
    const [last, told] = [board.acts.pop(), board.lines.filter((line) => line.includes('Operator changed'))];
    const isDone = answer.statusCode < 300;
    expect({ end: last?.end, told: told.length }).toEqual({
      end: isDone ? 'kept' : undefined,
      told: isDone ? 1 : 0,
    });
    board.lines.length = 0;
    expect(readOnly || kind === 'never' ? [403] : [200, 204]).toContain(answer.statusCode);
  });
});

describe('the audit record of a change', () => {
  let board: Board;
  beforeAll(async () => void (board = await openBoard({ readOnly: false })));
  afterAll(() => board[Symbol.asyncDispose]());

  const put = (url: string) =>
    board.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      payload: '{}',
    });

  it('is dropped if the board refuses the change, and has an unknown outcome if the change fails', async () => {
    const delayed = await board.addDelayedJob();
    const failed = await board.addFailedJob('process-batch', JOB);
    for (const [url, status, end] of [
      ['/api/queues/batches/999999/retry', 404, 'dropped'],
      ['/api/queues/none/pause', 404, 'dropped'],
      [`/api/queues/batches/${delayed}/retry`, 400, 'dropped'],
      [`/api/queues/batches/${failed}/promote`, 500, 'unknown'],
    ] as const) {
      expect((await put(url)).statusCode).toBe(status);
      expect(board.acts.pop()?.end).toBe(end);
    }
    expect(board.lines.join()).not.toContain('Operator changed a queue');
  });

  it('must be written, or the change is not made', async () => {
    board.book.isAway = true;
    const answer = await put('/api/queues/batches/pause');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('Nothing was changed') });
    expect(await board.queues.get('batches')!.isPaused()).toBe(false);
    board.book.isAway = false;
    expect((await put('/api/queues/batches/pause')).statusCode).toBe(200);
    expect(await board.queues.get('batches')!.isPaused()).toBe(true);
    expect(board.acts.at(-1)).toMatchObject({
      act: 'queue.pause',
      details: { queue: 'batches' },
      end: 'kept',
    });
  });
});

describe('the data of the board', () => {
  it('contain readable names of jobs and descriptions of queues, and hide everything but ids and counts', async () => {
    await using board = await openBoard({ readOnly: true });
    await board.addFailedJob('process-batch', JOB);
    await board.addFailedJob('unknown', { organizationId: 3, name: 'Jane Doe', deep: { nif: ['B1'] } });
    const answer = await board.app.inject({
      url: '/api/queues?activeQueue=batches&status=failed&page=1&jobsPerPage=10',
      headers: { authorization: AUTHORIZATION },
    });
    const { queues } = answer.json<{ queues: { name: string; description: string; jobs: object[] }[] }>();
    expect(queues.map(({ name, description }) => [name, description])).toEqual([
      ['batches', 'Issues the invoices of a batch, more than 50 (fewer: small-batches)'],
      ['small-batches', 'Issues the invoices of a batch, at most 50'],
      [
        'remission',
        "Sends the registration records of a chain to AEAT; delayed during the waiting time of AEAT · Sends the entries of an issuer in SII to AEAT · Compares a period of AEAT's book in SII with the entries of the engine, page by page · Drafts the entries of invoices from before the day on which their issuer entered SII · Signs the Facturae of issued invoices that a client requested · Asks AEAT's census about the issuers and recipients of invoices before they are issued",
      ],
      ['spfe', "Writes an issuer's invoices for AEAT's public solution and, with a transport, sends them"],
      ['pdfs', 'Renders the PDFs of issued invoices, more than 4 (fewer: small-pdfs)'],
      [
        'small-pdfs',
        'Renders the PDFs of issued invoices, at most 4 · Renders the preview of an invoice that was not issued, for which a client waits',
      ],
      ['long-pdfs', 'Renders the PDF of one long invoice in a separate browser'],
      ['slow-pdfs', 'Renders the PDF of one invoice that takes Chromium too long for the queue long-pdfs'],
      ['webhooks', 'Delivers the waiting events of a webhook endpoint'],
    ]);
    expect(queues[0]?.jobs).toMatchObject([
      { name: 'unknown', data: { organizationId: 3, name: '[hidden]', deep: { nif: '[hidden]' } } },
      { name: 'batch 17 · 1000 invoices · organization 3', data: JOB },
    ]);
  });
});
