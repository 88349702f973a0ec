import { openDatabase } from '../../../src/persistence/connection/database.ts';
import {
  addIssuerProfile,
  findIssuerProfile,
  listOrganizations,
} from '../../../src/persistence/access/organizations.ts';
import { ISSUER_PROFILES } from './sample-parties.ts';

const BY_START = { operator: 'npm start', reason: 'The sample' };

/** Gives the sample's issuers their addresses, as `npm run org -- issuer` does, unless they have some already. */
export async function setSampleProfiles(databaseUrl: string, organizationName: string): Promise<void> {
  await using database = await openDatabase({
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
    if (!known) await addIssuerProfile(database.orm, own.id, nif, profile, BY_START);
  }
}
