import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { logOutages, createOutageReporter } from '#src/platform/telemetry/log-outages.ts';
import { openLogger } from '#src/platform/telemetry/logger.ts';

describe('logOutages', () => {
  it('logs once that Redis is unavailable and once that it is available again, for any number of attempts', () => {
    const messages: string[] = [];
    const destination = { write: (line: string) => messages.push(JSON.parse(line).message) };
    const connection = new EventEmitter();
    logOutages(connection, openLogger({ level: 'info', process: 'test', destination }));
    connection.emit('ready');
    for (let attempt = 0; attempt < 5; attempt++) connection.emit('error', new Error('ECONNREFUSED'));
    connection.emit('ready');
    connection.emit('error', new Error('ECONNRESET'));
    expect(messages).toEqual([
      'Redis is not available',
      'Redis is available again',
      'Redis is not available',
    ]);
  });
});

describe('createOutageReporter', () => {
  it('logs each change of the failure once, and nothing while the server works', () => {
    const messages: string[] = [];
    const destination = { write: (line: string) => messages.push(JSON.parse(line).message) };
    const reporter = createOutageReporter('It', openLogger({ level: 'info', process: 'test', destination }));
    reporter.worked();
    for (const text of ['is away', 'is away', 'refuses', 'refuses']) reporter.failed(text, new Error('x'));
    reporter.worked();
    reporter.worked();
    expect(messages).toEqual(['It is away', 'It refuses', 'It is available again']);
  });
});
