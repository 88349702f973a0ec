import * as fc from 'fast-check';
import { LANGUAGES } from '../../../src/contracts/codes.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { buildProfile } from './build-invoice.ts';

const accounts = fc.constantFrom<Pick<IssuerProfile, 'iban' | 'bic'>>(
  { iban: null, bic: null },
  { iban: 'ES7921000813610123456789', bic: null },
  { iban: 'ES9121000418450200051332', bic: 'CAIXESBBXXX' },
  { iban: 'MT84MALT011000012345MTLCAST001S', bic: 'MALTMTMTXXX' },
);

/** Profiles in every language, with an account of the issuer or without. */
export const arbitraryProfiles: fc.Arbitrary<IssuerProfile> = fc
  .record({ language: fc.constantFrom(...LANGUAGES), account: accounts })
  .map(({ language, account }) => buildProfile({ language, ...account }));
