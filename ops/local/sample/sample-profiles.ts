import path from 'node:path';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import { decideRegister } from '../../../src/organizations/registers/decide-register.ts';
import { changeSetting } from '../../../src/organizations/settings.ts';
import { decideSpfe } from '../../../src/organizations/spfe/decide-spfe.ts';
import { type Database, openDatabase } from '../../../src/platform/postgres/open-database.ts';
import {
  addIssuerProfile,
  findIssuerProfile,
  listOrganizations,
} from '../../../src/organizations/access/organizations.ts';
import { readLogo } from '../../../src/cli/org/read-looks.ts';
import { ISSUER_PROFILES, WHOLESALER, WORKSHOP } from './sample-parties.ts';

/** The logo of the workshop; the other issuers have none. */
const LOGO = path.join(import.meta.dirname, 'sample-logo.png');
const BY_START = { operator: 'npm start', reason: 'The sample' };

/**
 * Sets the address and appearance of the sample's issuers, as `npm run engine -- org issuer` does,
 * unless they have a profile already.
 */
export async function setSampleProfiles(databaseUrl: string, organizationName: string): Promise<void> {
  await using database = openAsOperator(databaseUrl);
  const organizations = await listOrganizations(database.orm);
  const own = organizations.find(({ name }) => name === organizationName);
  if (!own) return;
  for (const [nif, profile] of Object.entries(ISSUER_PROFILES)) {
    const known = await findIssuerProfile(database.orm, own.id, nif);
    if (known) continue;
    const logo = nif === WORKSHOP.issuer_nif ? readLogo(LOGO) : null;
    await addIssuerProfile(database.orm, own.id, nif, { ...profile, logo }, BY_START);
  }
}

/**
 * Decides that one issuer of the sample is in SII in this year, and that its invoices go to the public
 * solution of electronic invoices (SPFE), in which natural persons are consumers: as `npm run engine --
 * org register`, `org spfe` and `org persons` do, unless that was decided already.
 */
export async function decideSampleRegister(
  databaseUrl: string,
  organizationName: string,
  now: Date,
): Promise<void> {
  await using database = openAsOperator(databaseUrl);
  const validFrom = `${todayInMadrid(now).slice(0, 4)}-01-01`;
  const issuer = { issuerNif: WHOLESALER.issuer_nif, validFrom };
  const register = { ...issuer, register: 'sii', period: 'month', basis: 'turnover' } as const;
  await decideRegister(database.pool, register, BY_START, now, false);
  const deliveries = { ...issuer, mode: 'send', channel: 'interconnect', basis: 'voluntary' } as const;
  await decideSpfe(database.pool, deliveries, BY_START, now, false);
  const organizations = await listOrganizations(database.orm);
  const own = organizations.find(({ name }) => name === organizationName);
  if (own)
    await changeSetting(database.orm, own.id, { name: 'personsAreBusinesses', value: false }, BY_START);
}

function openAsOperator(url: string): Database {
  return openDatabase({ url, applicationName: 'ibe-start', role: 'operator', maxConnections: 1 });
}
