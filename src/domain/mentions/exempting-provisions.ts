import type { TaxExemptionCode } from '../../contracts/codes.ts';

/** Articles of a law that exempt an operation, such as articles 9 and 10 of the Ley 8/1991. */
export type Provision = {
  readonly articles: readonly [string] | readonly [string, string];
  readonly law: string;
};

/**
 * The provisions of the exemption codes of the IGIC and the IPSI. The codes of the IGIC are those
 * of the Agencia Tributaria Canaria: Ley 20/1991, Ley 19/1994 and Ley 4/2012. Those of the IPSI are
 * in the Ley 8/1991. The remaining exemptions, which have no provision of their own, are null.
 */
export const EXEMPTING_PROVISIONS = {
  igic: {
    E1: { articles: ['50'], law: '4/2012' },
    E2: { articles: ['11'], law: '20/1991' },
    E3: { articles: ['12'], law: '20/1991' },
    E4: { articles: ['13'], law: '20/1991' },
    E5: { articles: ['25'], law: '19/1994' },
    E6: { articles: ['47'], law: '19/1994' },
    E7: { articles: ['110'], law: '4/2012' },
    E8: null,
  },
  psi: {
    E1: { articles: ['7'], law: '8/1991' },
    E2: { articles: ['8'], law: '8/1991' },
    E3: { articles: ['8'], law: '8/1991' },
    E4: { articles: ['9', '10'], law: '8/1991' },
    E5: { articles: ['8'], law: '8/1991' },
    E6: null,
    E7: null,
    E8: null,
  },
} as const satisfies Readonly<Record<'igic' | 'psi', Readonly<Record<TaxExemptionCode, Provision | null>>>>;
