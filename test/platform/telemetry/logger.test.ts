import { describe, expect, it } from 'vitest';
import { openLogger } from '#src/platform/telemetry/logger.ts';

function openCapture(level = 'info') {
  const lines: string[] = [];
  const logger = openLogger({
    level,
    process: 'ingress',
    destination: { write: (line) => lines.push(line) },
  });
  return { logger, readLast: () => JSON.parse(lines.at(-1) ?? 'null') };
}

describe('the logger', () => {
  it('writes one JSON object per line with time, level, process and message', () => {
    const { logger, readLast } = openCapture();
    logger.info({ batch: 17 }, 'Batch accepted');
    expect(readLast()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      process: 'ingress',
      pid: process.pid,
      batch: 17,
      message: 'Batch accepted',
    });
  });

  it('writes each member once, because the compiler refuses details with the names of common members', () => {
    const { logger, readLast } = openCapture();
    logger.info({ chromiumPid: 17 }, 'Chromium');
    // @ts-expect-error: `pid` is that of the process.
    logger.info({ pid: 17 }, 'Chromium');
    // @ts-expect-error: `process` is the name of the process.
    logger.warn({ process: 'worker' }, 'Chromium');
    // @ts-expect-error: `message` is the text of the line.
    logger.error({ message: 'another' }, 'Chromium');
    expect(readLast()).toMatchObject({ message: 'Chromium' });
  });

  it('writes nothing below its level', () => {
    const { logger, readLast } = openCapture('warn');
    logger.info('quiet');
    expect(readLast()).toBeNull();
  });

  it('omits bodies and headers at the top level and one level below, also in child loggers', () => {
    const { logger, readLast } = openCapture();
    const body = { issuer_nif: 'B12345674' };
    logger
      .child({ headers: { host: 'x' } })
      .info({ body, request: { body, headers: {}, id: 1 } }, 'Received');
    expect(JSON.stringify(readLast())).not.toMatch(/B12345674|headers|body/);
    expect(readLast()).toMatchObject({ request: { id: 1 } });
  });

  it('writes the method, path and client of a request, without the query', () => {
    const { logger, readLast } = openCapture();
    const req = { method: 'GET', url: '/api/v1/x?api_key=secret', ip: '10.0.0.1', body: 'b', headers: {} };
    logger.info({ req, res: { statusCode: 404, headers: {} } }, 'Answered');
    expect(readLast()).toMatchObject({ res: { status: 404 } });
    expect(readLast().req).toEqual({ method: 'GET', path: '/api/v1/x', client: '10.0.0.1' });
  });

  it('masks secrets in all other members', () => {
    const { logger, readLast } = openCapture();
    logger.info({ a: { b: { c: { api_key: 'k' } } } }, `with Bearer abcdef`);
    expect(readLast()).toMatchObject({
      a: { b: { c: { api_key: '[redacted]' } } },
      message: 'with Bearer [redacted]',
    });
  });
});
