import path from 'node:path';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import {
  addIssuerProfile,
  findIssuerProfile,
  listOrganizations,
} from '../../../src/organizations/access/organizations.ts';
import { readLogo } from '../../../src/cli/org/read-looks.ts';
import { ISSUER_PROFILES, WORKSHOP } from './sample-parties.ts';

/** The logo of the workshop; the other issuer has none. */
const LOGO = path.join(import.meta.dirname, 'sample-logo.png');
const BY_START = { operator: 'npm start', reason: 'The sample' };

/**
 * Sets the address and appearance of the sample's issuers, as `npm run engine -- org issuer` does,
 * unless they have a profile already.
 */
export async function setSampleProfiles(databaseUrl: string, organizationName: string): Promise<void> {
  await using database = openDatabase({
    url: databaseUrl,
    applicationName: 'ibe-start',
    role: 'operator',
    maxConnections: 1,
  });
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
