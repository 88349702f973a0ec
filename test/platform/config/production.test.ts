import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../src/platform/config/configuration-error.ts';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { findRemissionFault } from '../../../src/platform/config/production-rules.ts';
import { isNif } from 'verifactu-protocol/records/nif';
import { GUESSABLE } from './wrong-values.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DATABASE = { DATABASE_URL: 'postgres://x/x' };
const PRODUCTION = {
  ...DATABASE,
  VERIFACTU_ENVIRONMENT: 'production',
  VERIFACTU_PRODUCER_NAME: 'Programas del Ebro S.L.',
  VERIFACTU_PRODUCER_NIF: 'B99286320',
  AEAT_URL: 'https://www1.agenciatributaria.gob.es/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP',
};

function explain(variables: NodeJS.ProcessEnv): string {
  try {
    loadEnvironment(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

/** Addresses that are not AEAT's, or that are AEAT's without TLS. */
const STAND_INS = [
  'http://127.0.0.1:3002',
  'https://127.0.0.1:3002',
  'https://localhost',
  'https://[::1]/',
  'https://0.0.0.0',
  'https://10.1.2.3',
  'https://192.168.1.1/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP',
  'https://2130706433/',
  'https://[::ffff:127.0.0.1]',
  'http://aeat-sandbox:3002',
  'https://aeat-sandbox:3002',
  'https://aeat.example',
  'https://agenciatributaria.gob.es.example.com',
  'https://www1-agenciatributaria.gob.es',
  'https://wwwagenciatributaria.gob.es',
  'https://www1.agenciatributaria.es',
  'https://a.prewww1.aeat.es/',
  'https://www1.agenciatributaria.gob.es:444',
  'http://www1.agenciatributaria.gob.es',
];
const AEAT_TEST = ['https://prewww1.aeat.es', 'https://PREWWW10.aeat.es/x', 'https://prewww2.aeat.es.:443'];
const AEAT_PRODUCTION = [
  'https://www1.agenciatributaria.gob.es',
  'https://WWW10.agenciatributaria.gob.es:443/',
  'https://www1.agenciatributaria.gob.es./wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP',
];

describe('the production environment', () => {
  it.each(Object.keys(GUESSABLE))('refuses a guessable %s, which other environments accept', (name) => {
    for (const value of GUESSABLE[name]!) {
      const message = explain({ ...PRODUCTION, [name]: value });
      expect({ value, message }).toEqual({ value, message: expect.stringMatching(new RegExp(`^${name} `)) });
      expect(message).not.toContain(value);
      expect(explain({ ...DATABASE, [name]: value })).toBe('accepted');
    }
  });

  it.each(['AEAT_URL', 'AEAT_SEAL_URL'])('refuses any %s except those of AEAT', (name) => {
    for (const address of [...STAND_INS, ...AEAT_TEST]) {
      const message = explain({ ...PRODUCTION, [name]: address });
      expect({ address, message }).toEqual({
        address,
        message: expect.stringMatching(new RegExp(`^${name} `)),
      });
    }
    for (const address of AEAT_PRODUCTION) {
      expect({ address, is: explain({ ...PRODUCTION, [name]: address }) }).toEqual({
        address,
        is: 'accepted',
      });
    }
  });

  it('requires AEAT_URL in processes that send records', () => {
    const unset = { ...PRODUCTION, AEAT_URL: '' };
    expect(explain(unset)).toBe('accepted');
    expect(findRemissionFault(loadEnvironment(unset))).toMatch(/^AEAT_URL must be set/);
    expect(findRemissionFault(loadEnvironment(PRODUCTION))).toBeUndefined();
    expect(findRemissionFault(loadEnvironment(DATABASE))).toBeUndefined();
    expect(explain({ ...unset, WORKER_QUEUES: 'pdfs', AEAT_URL: 'http://aeat-sandbox:3002' })).toMatch(
      /^AEAT_URL /,
    );
  });

  it.each(['', 'Productor sin configurar', ' productor SIN configurar '])(
    'refuses the producer name %j',
    (name) => {
      expect(explain({ ...PRODUCTION, VERIFACTU_PRODUCER_NAME: name })).toMatch(
        /^VERIFACTU_PRODUCER_NAME must be /,
      );
    },
  );

  it('refuses the NIFs of examples as the producer’s NIF', () => {
    const files = ['README.md', 'docker-compose.yml', 'src/platform/config/settings.ts'].concat(
      readdirSync(path.join(ROOT, 'docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
      readdirSync(path.join(ROOT, 'ops/local'), { recursive: true, encoding: 'utf8' })
        .filter((name) => path.extname(name) !== '')
        .map((name) => `ops/local/${name}`),
    );
    const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
    const nifs = new Set(
      texts.flatMap((text) => text.match(/\b[A-Z0-9]\d{7}[A-Z0-9]\b/g) ?? []).filter(isNif),
    );
    expect([...nifs]).toEqual(expect.arrayContaining(['A12345674', 'B12345674']));
    for (const nif of nifs) {
      expect({ nif, message: explain({ ...PRODUCTION, VERIFACTU_PRODUCER_NIF: nif }) }).toEqual({
        nif,
        message: expect.stringMatching(/^VERIFACTU_PRODUCER_NIF must be /),
      });
    }
  });

  it('refuses a producer’s NIF with a wrong control character', () => {
    for (const control of 'ABCDEFGHIJ123456789') {
      expect(explain({ ...PRODUCTION, VERIFACTU_PRODUCER_NIF: `B9928632${control}` })).toMatch(
        /^VERIFACTU_PRODUCER_NIF must be a NIF/,
      );
    }
  });
});

describe('the test environment', () => {
  it.each(['AEAT_URL', 'AEAT_SEAL_URL'])(
    'accepts a stand-in and AEAT’s test service, but not its production service, as %s',
    (name) => {
      for (const address of [...STAND_INS.filter((url) => !url.includes('www1.')), ...AEAT_TEST]) {
        expect({ address, is: explain({ ...DATABASE, [name]: address }) }).toEqual({
          address,
          is: 'accepted',
        });
      }
      for (const address of [
        ...AEAT_PRODUCTION,
        'http://prewww1.aeat.es',
        'http://www1.agenciatributaria.gob.es',
      ]) {
        const message = explain({ ...DATABASE, [name]: address });
        expect({ address, message }).toEqual({
          address,
          message: expect.stringMatching(new RegExp(`^${name} `)),
        });
      }
    },
  );
});

describe('the transport of invoices to the SPFE', () => {
  const SANDBOX = { SPFE_TRANSPORT: 'sandbox', SPFE_URL: 'http://127.0.0.1:3002/spfe' };

  it('is none without a setting, and the stand-in for tests', () => {
    expect(loadEnvironment(DATABASE).SPFE_TRANSPORT).toBe('none');
    expect(explain({ ...DATABASE, ...SANDBOX })).toBe('accepted');
    expect(explain({ ...PRODUCTION, SPFE_ENVIRONMENT: 'production' })).toBe('accepted');
  });

  it('is never the stand-in in production, of the SPFE or of VeriFactu', () => {
    expect(explain({ ...DATABASE, ...SANDBOX, SPFE_ENVIRONMENT: 'production' })).toMatch(
      /^SPFE_TRANSPORT must be none if SPFE_ENVIRONMENT is production/,
    );
    expect(explain({ ...PRODUCTION, ...SANDBOX })).toMatch(
      /^SPFE_TRANSPORT must be none if VERIFACTU_ENVIRONMENT is production/,
    );
  });

  it('never reaches a host of AEAT', () => {
    for (const SPFE_URL of [...AEAT_TEST, ...AEAT_PRODUCTION])
      expect(explain({ ...DATABASE, ...SANDBOX, SPFE_URL })).toMatch(
        /^SPFE_URL must be an address of the stand-in/,
      );
  });
});
