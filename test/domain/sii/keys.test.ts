import { describe, expect, it } from 'vitest';
import { SII_KEYS, type SiiKey } from '../../../src/domain/sii/entry.ts';
import { chooseKeys } from '../../../src/domain/sii/keys.ts';
import { lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';
import { draft, invoiceOf, refusalsOf } from './support/drafts.ts';

/* The keys of an entry, which are those of the lines together. */

const choose = (...keys: SiiKey[]) => chooseKeys(new Set(keys));

describe('the keys of an entry', () => {
  it.each(SII_KEYS)('are %s alone if all lines have it', (key) => expect(choose(key)).toEqual([key]));

  it.each([
    [
      ['02', '01'],
      ['01', '02'],
    ],
    [
      ['01', '03'],
      ['03', '01'],
    ],
    [
      ['01', '05', '08'],
      ['05', '01', '08'],
    ],
    [
      ['14', '06'],
      ['06', '14'],
    ],
    [
      ['15', '07', '01'],
      ['07', '01', '15'],
    ],
    [
      ['01', '08'],
      ['08', '01'],
    ],
    [
      ['12', '08', '15'],
      ['12', '08', '15'],
    ],
  ] as [SiiKey[], SiiKey[]][])('%j begin with the one that allows the others', (found, expected) => {
    expect(choose(...found)).toEqual(expected);
  });

  it.each([
    [['01', '17']],
    [['01', '04']],
    [['01', '11']],
    [['02', '08']],
    [['08', '01', '02']],
    [['05', '01', '06', '08']],
  ] as [SiiKey[]][])('%j cannot be stated together', (found) => expect(choose(...found)).toBeNull());

  it('of lines that cannot be stated together are refused before the invoice is issued', () => {
    const lines = [lineV2(), lineV2({ tax_regime: '15' })];
    expect(refusalsOf(draft({ lines }))).toEqual([
      'lines not_allowed SII, ClaveRegimenEspecialOTrascendencia',
    ]);
  });
});

describe('the lease of premises', () => {
  const PROPERTY = { situation: 1, cadastral_reference: '9872023VH5797S0001WX' };
  const lease = { tax_regime: '11', concept: 'Local' };
  const WITHHELD = lineV2({ ...lease, income_tax_withholding_rate: 19 });
  const FREE = lineV2({ ...lease, property: PROPERTY });

  it('has key 11 if tax is withheld from all leases, 12 if from none, and 13 if from some', () => {
    const keysOf = (...lines: (typeof WITHHELD)[]) => invoiceOf(draft({ lines })).keys;
    expect(keysOf(WITHHELD, WITHHELD)).toEqual(['11']);
    expect(keysOf(FREE)).toEqual(['12']);
    expect(keysOf(FREE, WITHHELD)).toEqual(['13']);
  });

  it('states each property once with keys 12 and 13, and none with key 11', () => {
    const propertiesOf = (...lines: (typeof WITHHELD)[]) => invoiceOf(draft({ lines })).properties;
    const stated = { situation: '1', cadastralReference: PROPERTY.cadastral_reference };
    expect(propertiesOf(FREE, FREE)).toEqual([stated]);
    expect(propertiesOf(FREE, WITHHELD, lineV2({ ...lease, property: { situation: '4' } }))).toEqual([
      stated,
      { situation: '4', cadastralReference: null },
    ]);
    expect(propertiesOf({ ...WITHHELD, property: PROPERTY })).toEqual([]);
  });

  it('is refused without its property if no tax is withheld', () => {
    expect(refusalsOf(draft({ lines: [lineV2(lease)] }))).toEqual([
      'lines[0].property blank SII, DatosInmueble',
    ]);
    expect(refusalsOf(draft({ lines: [WITHHELD, lineV2(lease)] }))).toEqual([
      'lines[1].property blank SII, DatosInmueble',
    ]);
  });

  it('is refused with more than 15 properties', () => {
    const lines = Array.from({ length: 16 }, (_, index) =>
      lineV2({ ...lease, property: { situation: 1, cadastral_reference: `REF-${index}` } }),
    );
    expect(refusalsOf(draft({ lines }))).toEqual(['lines too_many SII, DatosInmueble']);
    expect(refusalsOf(draft({ lines: lines.slice(1), recipients: [RECIPIENT_V2] }))).toEqual(['drafted']);
  });
});
