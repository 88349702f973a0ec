import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { logOutages, createOutageReporter } from '#src/platform/telemetry/log-outages.ts';
import { openLogger } from '#src/platform/telemetry/logger.ts';

describe('logOutages', () => {
  it('says once that Redis went and once that it came back, however often it was tried', () => {
    const messages: string[] = [];
    const destination = { write: (line: string) => messages.push(JSON.parse(line).message) };
    const connection = new EventEmitter();
    logOutages(connection, openLogger({ level: 'info', process: 'test', destination }));
    connection.emit('ready');
    for (let attempt = 0; attempt < 5; attempt++) connection.emit('error', new Error('ECONNREFUSED'));
    connection.emit('ready');
    connection.emit('error', new Error('ECONNRESET'));
    expect(messages).toEqual(['Redis is away', 'Redis is back', 'Redis is away']);
  });
});

describe('createOutageReporter', () => {
  it('says again what is wrong where it is something else by then, and nothing of a server that is well', () => {
    const messages: string[] = [];
    const destination = { write: (line: string) => messages.push(JSON.parse(line).message) };
    const teller = createOutageReporter('It', openLogger({ level: 'info', process: 'test', destination }));
    teller.worked();
    for (const text of ['is away', 'is away', 'refuses', 'refuses']) teller.failed(text, new Error('x'));
    teller.worked();
    teller.worked();
    expect(messages).toEqual(['It is away', 'It refuses', 'It is back']);
  });
});
