import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiVersion } from '../../../src/contracts/codes.ts';
import type { ResponsibleDeclarationAnswer } from '../../../src/contracts/responsible-declaration.ts';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { VERSION } from '../../../src/platform/config/software.ts';
import { declareVersion } from '../../../src/platform/process/declare-version.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { runCli } from '../../support/run-cli.ts';

const PRODUCER = {
  VERIFACTU_PRODUCER_NAME: 'Programas del Ebro S.L.',
  VERIFACTU_PRODUCER_NIF: 'B99286320',
  VERIFACTU_PRODUCER_ADDRESS: 'Paseo del Ejemplo 10, 50001 Zaragoza',
  VERIFACTU_DECLARATION_PLACE: 'Zaragoza, España',
};
/** A time on the next day in Madrid. */
const FIRST = new Date('2026-11-20T23:30:00Z');

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api[Symbol.asyncDispose]());

const declare = (settings: NodeJS.ProcessEnv, now = FIRST) => {
  const common = { DATABASE_URL: api.database.url, REDIS_URL: 'redis://127.0.0.1:6379' };
  return declareVersion(api.workers.orm.em.fork(), loadEnvironment({ ...common, ...settings }), now);
};
const read = async (version: ApiVersion = 1) => {
  const { token } = await api.createOrganization('Lectora SL', null, ['submit']);
  return api.get(token, '/responsible_declaration', {}, version);
};
const command = (...args: string[]) =>
  runCli('declaration', args, { DATABASE_URL: api.database.urlOf('operator') });

describe('the declaración responsable of the running version', () => {
  it('is stored when the version first runs, and its text and date never change', async () => {
    expect(await declare(PRODUCER)).toBeNull();
    const first = (await read()).json<ResponsibleDeclarationAnswer>();
    expect(first.data).toMatchObject({ version: VERSION, date: '2026-11-21' });
    expect(first.data.text).toMatch(/^DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN\n/);
    expect(first.data.text).toContain('21 de noviembre de 2026, en Zaragoza, España.');
    const moved = { ...PRODUCER, VERIFACTU_PRODUCER_ADDRESS: 'Calle Otra 1, 50001 Zaragoza' };
    expect(await declare(moved, new Date('2027-03-01T10:00:00Z'))).toBeNull();
    expect((await read()).json()).toEqual(first);
    expect((await read(2)).json()).toEqual(first);
    expect((await command()).out.trim()).toBe(first.data.text.trim());
    for (const change of [
      `update responsible_declarations set text = 'x'`,
      'delete from responsible_declarations',
    ])
      await expect(api.database.pool.query(change)).rejects.toThrow(/responsible_declarations/);
  });

  it('is stored again for another producer, and the previous one is kept', async () => {
    await declare(PRODUCER);
    await declare({ ...PRODUCER, VERIFACTU_PRODUCER_NAME: 'Programas del Ebro, S.A.' });
    expect((await read()).json<ResponsibleDeclarationAnswer>().data.text).toContain(
      'Programas del Ebro, S.A.',
    );
    const { rows } = await api.database.pool.query('select from responsible_declarations');
    expect(rows).toHaveLength(2);
  });

  it('causes one warning about the chains when another producer takes over', async () => {
    expect(await declare(PRODUCER)).toBeNull();
    const other = { ...PRODUCER, VERIFACTU_PRODUCER_NIF: 'B83748277' };
    expect(await declare(other)).toBe(
      'VERIFACTU_PRODUCER_NIF is B83748277, but was B99286320 before. Records of another producer must begin new chains; see docs/verifactu.md#another-producer',
    );
    expect(await declare(other)).toBeNull();
  });

  it('is not stored without complete settings of the producer, and readers get an error that names what is missing', async () => {
    for (const name of Object.keys(PRODUCER) as (keyof typeof PRODUCER)[]) {
      const { [name]: _omitted, ...others } = PRODUCER;
      expect(await declare(others)).toMatch(
        new RegExp(
          `^This version has no declaración responsable: ${name} is (?:not set|.*which is an example)$`,
        ),
      );
    }
    expect(await declare({ ...PRODUCER, VERIFACTU_PRODUCER_NIF: 'B12345674' })).toBe(
      'This version has no declaración responsable: VERIFACTU_PRODUCER_NIF is B12345674, which is an example',
    );
    const answer = await read();
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('VERIFACTU_PRODUCER_ADDRESS is not set') },
    });
    const { code, err } = await command();
    expect([code, err]).toEqual([1, expect.stringContaining('VERIFACTU_PRODUCER_ADDRESS')]);
  });
});
