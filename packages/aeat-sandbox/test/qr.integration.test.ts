import { describe, expect, it } from 'vitest';
import { ISSUER } from './support/records.ts';
import { chainOf, openSandbox, send } from './support/sandbox.ts';

const FOUND = { nif: ISSUER, numserie: 'A & +/1', fecha: '20-11-2026', importe: '121.00' };
const ID = { nif: ISSUER, number: FOUND.numserie, date: FOUND.fecha };

/** The change of the address, and the answer of the page. */
const ANSWERS: readonly [what: string, change: Partial<Record<keyof typeof FOUND, string>>, code: string][] =
  [
    ['the registered invoice', {}, '00'],
    ['the amount in other words', { importe: '+121' }, '00'],
    ['another amount', { importe: '121.01' }, '01'],
    ['another number', { numserie: 'A/2' }, '01'],
    ['another date', { fecha: '19-11-2026' }, '01'],
    ['no NIF', { nif: '' }, '1001'],
    ['no number', { numserie: '' }, '1002'],
    ['no date', { fecha: '' }, '1003'],
    ['no amount', { importe: '' }, '1004'],
    ['a malformed NIF', { nif: '891K' }, '2001'],
    ['a number that is too long', { numserie: 'A'.repeat(61) }, '2002'],
    ['a number with foreign characters', { numserie: 'Ñ/1' }, '2003'],
    ['a date that is none', { fecha: '2026-11-20' }, '2004'],
    ['a decimal comma', { importe: '7,2' }, '2005'],
    ['three decimals', { importe: '121.000' }, '2006'],
  ];

describe('the page behind the QR code', () => {
  it('answers according to the address', async () => {
    await using sandbox = await openSandbox();
    await send(sandbox, chainOf([{ id: ID }]));
    const given = await Promise.all(
      ANSWERS.map(async ([what, change]) => {
        const query = new URLSearchParams({ ...FOUND, ...change, formato: 'json' });
        const { respuesta } = (await (await fetch(`${sandbox.qrUrl}?${query.toString()}`)).json()) as {
          respuesta: { resultado: string };
        };
        return [what, respuesta.resultado];
      }),
    );
    expect(given).toEqual(ANSWERS.map(([what, , code]) => [what, code]));
  });

  it('reads %20 and + as a space', async () => {
    await using sandbox = await openSandbox();
    await send(sandbox, chainOf([{ id: ID }]));
    for (const number of ['A%20%26%20%2B%2F1', 'A+%26+%2B/1']) {
      const page = await fetch(
        `${sandbox.qrUrl}?nif=${ISSUER}&numserie=${number}&fecha=20-11-2026&importe=121`,
      );
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await page.text()).toMatch(/<html lang="es">.*Factura encontrada.*<td>A &amp; \+\/1<\/td>/s);
    }
  });

  it('does not find an annulled or rejected invoice', async () => {
    await using sandbox = await openSandbox();
    const refused = { ...ID, number: 'A/2' };
    await send(sandbox, chainOf([{ id: ID }, { kind: 'Anulacion', id: ID }, { id: refused, type: 'R1' }]));
    for (const numserie of [ID.number, refused.number]) {
      expect(
        await (
          await fetch(`${sandbox.qrUrl}?${new URLSearchParams({ ...FOUND, numserie }).toString()}`)
        ).text(),
      ).toContain('Factura no encontrada');
    }
  });

  it('shows its parameters as text', async () => {
    await using sandbox = await openSandbox();
    const query = new URLSearchParams({ ...FOUND, numserie: '<script>alert(1)</script>' });
    expect(await (await fetch(`${sandbox.qrUrl}?${query.toString()}`)).text()).not.toContain('<script>');
  });
});
