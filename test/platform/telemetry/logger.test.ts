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

describe('the log', () => {
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

  it('has each member once: the compiler refuses details that are named like what stands on every line', () => {
    const { logger, readLast } = openCapture();
    logger.info({ chromiumPid: 17 }, 'Chromium');
    // @ts-expect-error: `pid` is the process's own.
    logger.info({ pid: 17 }, 'Chromium');
    // @ts-expect-error: `process` is its name.
    logger.warn({ process: 'worker' }, 'Chromium');
    // @ts-expect-error: `message` is the text.
    logger.error({ message: 'another' }, 'Chromium');
    expect(readLast()).toMatchObject({ message: 'Chromium' });
  });

  it('writes nothing below its level', () => {
    const { logger, readLast } = openCapture('warn');
    logger.info('quiet');
    expect(readLast()).toBeNull();
  });

  it('drops bodies and headers, at the top and one level down, in children too', () => {
    const { logger, readLast } = openCapture();
    const body = { issuer_nif: 'B12345674' };
    logger
      .child({ headers: { host: 'x' } })
      .info({ body, request: { body, headers: {}, id: 1 } }, 'Received');
    expect(JSON.stringify(readLast())).not.toMatch(/B12345674|headers|body/);
    expect(readLast()).toMatchObject({ request: { id: 1 } });
  });

  it('keeps of a request its method, path and client, without the query', () => {
    const { logger, readLast } = openCapture();
    const req = { method: 'GET', url: '/api/v1/x?api_key=secret', ip: '10.0.0.1', body: 'b', headers: {} };
    logger.info({ req, res: { statusCode: 404, headers: {} } }, 'Answered');
    expect(readLast()).toMatchObject({ res: { status: 404 } });
    expect(readLast().req).toEqual({ method: 'GET', path: '/api/v1/x', client: '10.0.0.1' });
  });

  it('masks secrets in whatever is left', () => {
    const { logger, readLast } = openCapture();
    logger.info({ a: { b: { c: { api_key: 'k' } } } }, `with Bearer abcdef`);
    expect(readLast()).toMatchObject({
      a: { b: { c: { api_key: '[redacted]' } } },
      message: 'with Bearer [redacted]',
    });
  });
});
