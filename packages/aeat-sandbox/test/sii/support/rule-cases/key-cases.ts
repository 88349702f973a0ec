import { byInvoice, foreigner, notSubject } from '../write-sii.ts';
import { keyed, simplified, type RuleCase, invoice } from './rule-case.ts';

const property = (situation: string, reference?: string) => ({
  DatosInmueble: {
    DetalleInmueble: [
      {
        SituacionInmueble: situation,
        ...(reference === undefined ? {} : { ReferenciaCatastral: reference }),
      },
    ],
  },
});
const TOWN = { Contraparte: { NombreRazon: 'AYUNTAMIENTO', NIF: 'P1234567D' }, FechaOperacion: '21-11-2026' };
const COLLECTED = {
  ImporteTotal: '100.00',
  TipoDesglose: byInvoice(notSubject({ ImportePorArticulos7_14_Otros: '100.00' })),
};
const GROUP = { BaseImponibleACoste: '100.00' };

export const KEY_CASES: readonly RuleCase[] = [
  {
    code: 1278,
    what: 'a ticket within a VAT group',
    broken: simplified('F2', { ClaveRegimenEspecialOTrascendencia: '06', ...GROUP }),
    allowed: keyed(['06'], GROUP),
  },
  {
    code: 1293,
    what: 'a certificate as a ticket',
    broken: keyed(['14'], { ...TOWN, TipoFactura: 'F3' }),
    allowed: keyed(['14'], TOWN),
  },
  {
    code: 1294,
    what: 'a certificate for a company',
    broken: keyed(['14'], { FechaOperacion: '21-11-2026' }),
  },
  {
    code: 1297,
    what: 'collections as a ticket',
    broken: simplified('F2', { ClaveRegimenEspecialOTrascendencia: '10', ...COLLECTED }),
    allowed: keyed(['10'], COLLECTED),
  },
  {
    code: 1298,
    what: 'collections for somebody outside the census',
    broken: keyed(['10'], { ...COLLECTED, Contraparte: foreigner('07', '12345678Z', 'ES') }),
    also: true,
  },
  {
    code: 1155,
    what: 'a property without reference',
    broken: keyed(['12'], property('1')),
    allowed: keyed(['12'], property('1', '9872023VH5797S0001WX')),
  },
  {
    code: 1155,
    what: 'a blank reference',
    broken: keyed(['12'], property('2', ' ')),
    allowed: keyed(['12'], property('3')),
  },
  {
    code: 2017,
    what: 'an additional key beside one that allows none',
    broken: keyed(['15', '01']),
    also: true,
  },
  {
    code: 2018,
    what: 'an additional key that does not go with the principal one',
    broken: keyed(['01', '07']),
    allowed: keyed(['07', '01']),
  },
  { code: 2019, what: 'a second additional key that does not', broken: keyed(['07', '01', '17']) },
  {
    code: 2019,
    what: 'the same additional key twice',
    broken: keyed(['07', '01', '01']),
    allowed: keyed(['07', '01', '15']),
  },
  {
    code: 2000,
    what: 'a lease without property',
    broken: keyed(['12']),
    allowed: keyed(['13'], property('4')),
  },
  {
    code: 2002,
    what: 'a property without lease',
    broken: invoice(property('4')),
    allowed: keyed(['12'], property('4')),
  },
  {
    code: 2001,
    what: 'a base at cost outside a VAT group',
    broken: invoice(GROUP),
    allowed: keyed(['06'], GROUP),
  },
];
