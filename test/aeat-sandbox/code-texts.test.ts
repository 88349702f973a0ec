import { describe, expect, it } from 'vitest';
import { ALTA_RULES, ANULACION_RULES } from '../../ops/aeat-sandbox/rules/judge-record.ts';
import { describeCode } from '../../ops/aeat-sandbox/rules/code-texts.ts';
import { ALTA_WARNINGS, ANULACION_WARNINGS } from '../../ops/aeat-sandbox/rules/warnings.ts';
import { hasSharedFacts, readShared, warnWithoutSharedFacts } from '../domain/support/shared-facts.ts';
import { codesOf } from './support/codes.ts';

describe('the text of a code', () => {
  it.each([
    [4102, 'Cabecera', 'El XML no cumple el esquema. Falta informar campo obligatorio.: Cabecera'],
    [1100, 'NIF', 'Valor o tipo incorrecto del campo: NIF'],
    [
      2004,
      '240 segundos.',
      'El valor del campo FechaHoraHusoGenRegistro debe ser la fecha actual del sistema de la AEAT, admitiéndose un margen de error de: 240 segundos.',
    ],
    [
      1287,
      'NumSerieFactura',
      `El valor del campo NumSerieFactura contiene carácteres no validos (<, >, ", ', =).`,
    ],
    [3000, '', 'Registro de facturación duplicado.'],
    [20_009, '', 'Error interno en el servidor'],
  ])('of %i about %s equals AEAT’s text', (code, detail, text) => {
    expect(describeCode(code, detail)).toBe(text);
  });
});

type Catalogue = { errors: { code: number; effect: string; text_es: string }[] };
warnWithoutSharedFacts(
  'whether codes, effects and texts of the stand-in are those of the catalogue of errors',
);
describe.skipIf(!hasSharedFacts)(
  'the codes of the stand-in (skipped if ../shared/verifactu is absent)',
  () => {
    const catalogue = () => {
      const { errors } = JSON.parse(readShared('errors.json')) as Catalogue;
      return new Map(errors.map((entry) => [entry.code, entry]));
    };

    it('have the effect that AEAT’s catalogue states', () => {
      const codes = catalogue();
      const effectsOf = (rules: readonly { readonly code: number }[]) =>
        new Set(codesOf(rules).map((code) => codes.get(code)?.effect));
      expect(effectsOf([...ALTA_RULES, ...ANULACION_RULES])).toEqual(new Set(['reject_record']));
      expect(effectsOf([...ALTA_WARNINGS, ...ANULACION_WARNINGS])).toEqual(new Set(['accept_with_errors']));
    });

    it('have the text that AEAT’s catalogue states', async () => {
      const texts = (await import('../../ops/aeat-sandbox/rules/code-texts.json', { with: { type: 'json' } }))
        .default;
      const codes = catalogue();
      for (const [code, text] of Object.entries(texts)) expect(text).toBe(codes.get(Number(code))?.text_es);
      const missing = codesOf([...ALTA_RULES, ...ANULACION_RULES, ...ALTA_WARNINGS]).filter(
        (code) => !Object.hasOwn(texts, code),
      );
      expect(missing).toEqual([]);
    });
  },
);
