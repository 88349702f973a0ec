import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Environment, loadEnvironment } from '../../../src/platform/config/environment.ts';
import {
  findDashboardFaults,
  findIngressFaults,
  findWorkerFaults,
} from '../../../src/platform/config/process-rules.ts';
import { numberOf } from '../../support/long.ts';
import { ALWAYS_WRONG, COMPLETE, type Limits, listWrongValues, type Setting } from './wrong-values.ts';
import { explain } from './explain.ts';
import { NOT_HONOURED } from './wrong-addresses.ts';

const NAMES = Object.keys(Environment.properties);

describe('the settings of the environment', () => {
  it('are converted to their types', () => {
    expect(
      loadEnvironment({
        ...COMPLETE,
        PORT: '0',
        DASHBOARD_READ_ONLY: 'false',
        WORKER_QUEUES: 'pdfs,batches',
        HOST: '::',
        OPS_HOST: 'ops-1.internal',
        LOG_LEVEL: '',
        CREATE_BODY_LIMIT: '1024',
      }),
    ).toMatchObject({
      ...COMPLETE,
      PORT: 0,
      DASHBOARD_READ_ONLY: false,
      WORKER_QUEUES: 'pdfs,batches',
      HOST: '::',
      LOG_LEVEL: 'info',
      CREATE_BODY_LIMIT: 1024,
      OPS_PORT: 9464,
    });
  });

  it('have valid defaults', () => {
    const defaults = loadEnvironment({ DATABASE_URL: COMPLETE.DATABASE_URL });
    const texts = Object.entries(defaults).filter(([, value]) => value !== '');
    expect(loadEnvironment(Object.fromEntries(texts.map(([name, value]) => [name, String(value)])))).toEqual(
      defaults,
    );
  });

  it.each(NAMES)(
    'are refused for every wrong %s, in one line that names the variable but does not contain the value',
    (name) => {
      const values = listWrongValues(name, (Environment.properties as Record<string, Setting>)[name]!);
      expect(values.length).toBeGreaterThan(ALWAYS_WRONG.length - 1);
      const answers = values.map((value) => ({ value, message: explain({ ...COMPLETE, [name]: value }) }));
      const wrong = answers.filter(
        ({ value, message }) =>
          !message.startsWith(`${name} `) ||
          /[\r\n]/.test(message) ||
          message.length > 300 ||
          (value.length > 12 && message.includes(value)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(NAMES)('are accepted or refused for any value of %s, without another failure', (name) => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.integer().map(String)), (value) => {
        const message = explain({ ...COMPLETE, [name]: value });
        expect(message === 'accepted' || /^[A-Z0-9_]+ .+$/.test(message)).toBe(true);
      }),
      { numRuns: numberOf({ short: 10, long: 40 }) },
    );
  });

  it.each(NAMES)('have a minimum and a maximum if %s is an integer', (name) => {
    const { type, minimum, maximum } = (Environment.properties as Record<string, Setting & Limits>)[name]!;
    if (type !== 'integer') return;
    expect({ name, minimum: minimum ?? 'none', maximum: maximum ?? 'none' }).toEqual({
      name,
      minimum: expect.any(Number),
      maximum: expect.any(Number),
    });
    const { maximum: budget } = Environment.properties.BODY_BUDGET as Limits;
    const room = { CREATE_BODY_LIMIT: '1024', BODY_BUDGET: String(budget) };
    for (const value of [minimum!, maximum!]) {
      expect(loadEnvironment({ ...COMPLETE, ...room, [name]: String(value) })).toMatchObject({
        [name]: value,
      });
    }
  });

  it('are refused without a required variable, which the message names', () => {
    expect(explain({})).toBe('DATABASE_URL must be set');
    expect(explain({ DATABASE_URL: '' })).toBe('DATABASE_URL must be set');
  });

  it.each(NAMES.filter((name) => name.endsWith('DATABASE_URL')))(
    'are refused if %s has a parameter that connections would ignore',
    (name) => {
      for (const parameter of NOT_HONOURED) {
        const message = explain({
          ...COMPLETE,
          [name]: `postgres://h/db?sslmode=require&${parameter}=s3cret`,
        });
        expect(message).toBe(
          `${name} has a parameter ${parameter} that is not supported; supported are ssl, sslmode, sslrootcert, sslcert, sslkey, uselibpqcompat, target_session_attrs, load_balance_hosts, pgbouncer`,
        );
      }
      // A name that could be the rest of a password does not appear in the message.
      expect(explain({ ...COMPLETE, [name]: 'postgres://h/db?s3cr3t@h' })).toBe(
        `${name} has a parameter that is not supported; supported are ssl, sslmode, sslrootcert, sslcert, sslkey, uselibpqcompat, target_session_attrs, load_balance_hosts, pgbouncer`,
      );
    },
  );

  it('are refused if REDIS_URL has an unknown parameter, which the message names', () => {
    expect(explain({ ...COMPLETE, REDIS_URL: 'redis://h/0?family=4&keyPrefix=s3cret' })).toBe(
      'REDIS_URL has a parameter keyPrefix that is not supported; supported are family, sslrootcert, sslcert, sslkey',
    );
    expect(explain({ ...COMPLETE, REDIS_URL: 'redis://h/0?family=4' })).toBe('accepted');
  });

  it('are refused if the password of the dashboard equals its login', () => {
    expect(
      explain({ ...COMPLETE, DASHBOARD_USER: 'Mariana Pineda', DASHBOARD_PASSWORD: 'mariana pineda' }),
    ).toBe('DASHBOARD_PASSWORD must differ from the login (DASHBOARD_USER)');
  });
});

describe('several wrong settings of the environment', () => {
  it('are all reported, one per line, without errors that follow from them', () => {
    const wrong = Object.fromEntries(NAMES.map((name) => [name, '\u0007']));
    expect(explain(wrong).split('\n').toSorted()).toEqual(
      NAMES.map(
        (name) => `${name} has a line break, another control character or bytes that are not UTF-8`,
      ).toSorted(),
    );
  });

  it('are reported together with contradictions, wrong secret files and violated rules of production', () => {
    const production = { ...COMPLETE, VERIFACTU_ENVIRONMENT: 'production', AEAT_URL: 'http://aeat:3002' };
    const lines = explain({
      ...production,
      PORT: 'x',
      REDIS_URL: '',
      REDIS_URL_FILE: '/nowhere/redis',
      CREATE_BODY_LIMIT: '33554432',
      BODY_BUDGET: '33554433',
      DASHBOARD_PASSWORD: 'changeme12345',
      VERIFACTU_PRODUCER_NAME: '',
      VERIFACTU_PRODUCER_NIF: 'x',
      CERTIFICATE_KEY: '',
    }).split('\n');
    const named = [
      'REDIS_URL_FILE',
      'PORT',
      'VERIFACTU_PRODUCER_NIF',
      'VERIFACTU_PRODUCER_NAME',
      'DASHBOARD_PASSWORD',
      'AEAT_URL',
      'CERTIFICATE_KEY',
      'BODY_BUDGET',
    ];
    expect(lines.map((line) => line.split(' ', 1)[0]!).toSorted()).toEqual(named.toSorted());
  });

  it('are reported together with violated rules of the process', () => {
    const settings = { ...COMPLETE, PORT: '9464', OPS_PORT: '9464', RENDER_STORE: 's3' };
    const without = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith('S3_')));
    expect(() => loadEnvironment({ ...without, LOG_LEVEL: 'loud' }, findIngressFaults)).toThrow(
      [
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        'PORT and OPS_PORT must not be the same port',
        'S3_ENDPOINT must be set if RENDER_STORE is s3',
      ].join('\n'),
    );
    const { CHROMIUM_PATH: _path, ...unable } = settings;
    expect(() => loadEnvironment({ ...unable, LOG_LEVEL: 'loud' }, findWorkerFaults)).toThrow(
      /^LOG_LEVEL .+\nCHROMIUM_PATH must be set if WORKER_QUEUES contains pdfs/,
    );
    expect(() =>
      loadEnvironment(
        { ...COMPLETE, LOG_LEVEL: 'loud', DASHBOARD_PASSWORD: '', DASHBOARD_READ_ONLY: 'false' },
        (read) => findDashboardFaults(read, false),
      ),
    ).toThrow(/^LOG_LEVEL .+\nDASHBOARD_PASSWORD must be set: .+\nDATABASE_URL must be set when/);
  });
});
