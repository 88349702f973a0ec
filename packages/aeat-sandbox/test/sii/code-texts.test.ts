import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeSiiCode } from '../../src/sii/rules/code-texts.ts';
import texts from '../../src/sii/rules/code-texts.json' with { type: 'json' };
import { INVOICE_RULES, INVOICE_WARNINGS } from '../../src/sii/rules/judge-invoice.ts';
import { hasSiiFacts, siiPath } from '../../../../test/domain/support/shared-facts.ts';
import { codesOf } from '../support/codes.ts';

type Entry = {
  readonly code: number;
  readonly effect: string;
  readonly scope: string;
  readonly text_es: string;
};

/** The catalogue without the codes of other books. */
function readCatalogue(): Entry[] {
  const { errors } = JSON.parse(readFileSync(siiPath('errors.json'), 'utf8')) as { errors: Entry[] };
  return errors.filter(({ scope }) => scope === 'issued');
}

describe('the codes of SII', () => {
  it('have texts', () => {
    for (const code of codesOf([...INVOICE_RULES, ...INVOICE_WARNINGS]))
      expect(texts).toHaveProperty(String(code));
  });

  it.each([
    [1117, 'NIF: X', 'El NIF no está identificado. NIF: X'],
    [1100, 'ID', 'Valor o tipo incorrecto del campo: ID'],
    [1100, '', 'Valor o tipo incorrecto del campo'],
    [4102, 'NIF', 'El XML no cumple el esquema. Falta informar campo obligatorio.: NIF'],
    [3000, '', 'Factura duplicada'],
    [999, '', 'Error interno'],
  ])('%i with %j has the text %s', (code, detail, text) => {
    expect(describeSiiCode(code, detail)).toBe(text);
  });
});

describe.skipIf(!hasSiiFacts)('the catalogue of SII (skipped if ../shared/sii is absent)', () => {
  it('gives the codes the same effect', () => {
    const catalogue = readCatalogue();
    const effectsOf = (rules: readonly { readonly code: number }[]) =>
      new Set(
        codesOf(rules).flatMap((code) =>
          catalogue.filter((entry) => entry.code === code).map(({ effect }) => effect),
        ),
      );
    expect(effectsOf(INVOICE_RULES)).toEqual(new Set(['reject_record']));
    expect(effectsOf(INVOICE_WARNINGS)).toEqual(new Set(['accept_with_errors']));
  });

  it('has every code', () => {
    const known = new Set(readCatalogue().map(({ code }) => code));
    expect(Object.keys(texts).filter((code) => !known.has(Number(code)))).toEqual([]);
  });
});
