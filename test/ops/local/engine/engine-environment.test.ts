import { describe, expect, it } from 'vitest';
import { pickVariables } from '../../../../ops/local/engine/engine-environment.ts';
import { SECRETS } from '../../../../src/platform/config/secret-settings.ts';
import { SETTINGS } from '../../../../src/platform/config/settings.ts';
import { listCommandSecrets } from '../../../support/command-secrets.ts';

const PROCESSES = ['migrate', 'ingress', 'worker', 'dashboard'];
const ALL = Object.fromEntries(SECRETS.map((name) => [name, `the value of ${name}`]));
const ALL_FILES = Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, `/the/file/of/${name}`]));

/** Lists the processes that get a value, under any name. */
const readersOf = (variables: NodeJS.ProcessEnv, value: string) =>
  [...PROCESSES, 'aeat-sandbox'].filter((name) =>
    Object.values(pickVariables(variables, name)).includes(value),
  );

describe('a secret that a command reads', () => {
  it.each(listCommandSecrets())('states that commands read it: $command', ({ secrets, asOwner }) => {
    const places = [
      ...(asOwner.includes('') ? [] : ['commands']),
      ...(asOwner.length > 0 ? ['restore'] : []),
    ] as const;
    for (const secret of secrets)
      expect(SETTINGS[secret].readers).toEqual(expect.arrayContaining([...places]));
  });
});

describe('a secret under npm start', () => {
  it.each(SECRETS)('is passed to the processes that read it, and never to all of them: %s', (name) => {
    const readers = readersOf(ALL, `the value of ${name}`);
    expect(readers).not.toEqual([]);
    expect(readers).not.toContain('aeat-sandbox');
    expect(readers.length).toBeLessThan(PROCESSES.length);
    expect(readersOf(ALL_FILES, `/the/file/of/${name}`)).toEqual(readers);
  });

  it.each([
    ['CERTIFICATE_KEY', ['worker']],
    ['CERTIFICATE_KEY_PREVIOUS', ['worker']],
    ['DASHBOARD_PASSWORD', ['dashboard']],
    ['BOOTSTRAP_API_KEY', ['migrate', 'ingress']],
    ['MIGRATIONS_DATABASE_URL', ['migrate']],
    ['OPERATOR_DATABASE_URL', ['migrate']],
    ['WORKER_DATABASE_URL', ['migrate', 'worker']],
  ] as const)('reaches only these processes: %s, %j', (name, readers) => {
    expect(readersOf(ALL, `the value of ${name}`)).toEqual(readers);
  });

  it('becomes DATABASE_URL if it is the address of the process’s own login', () => {
    for (const variables of [ALL, ALL_FILES]) {
      const picked = pickVariables(variables, 'worker');
      expect([picked['DATABASE_URL'], picked['DATABASE_URL_FILE']].filter(Boolean)).toEqual([
        variables === ALL ? 'the value of WORKER_DATABASE_URL' : '/the/file/of/WORKER_DATABASE_URL',
      ]);
    }
  });

  it('does not affect settings that are not secrets, which all processes get', () => {
    for (const name of [...PROCESSES, 'aeat-sandbox'])
      expect(pickVariables({ ...ALL, LOG_LEVEL: 'warn' }, name)).toMatchObject({ LOG_LEVEL: 'warn' });
  });
});
