import { Client } from 'pg';
import { RESTRICT_FUNCTIONS } from '../../src/platform/postgres/logins/restrict-functions.ts';
import { OWNER, SUPERUSER } from '../../ops/local/servers/postgres-cluster.ts';

/**
 * Creates the owner's login and its database, as an operator does once. `npm run migrate` creates
 * the logins of the processes.
 */
export async function prepareDatabase(address: string, superuserPassword: string, password: string) {
  const url = (database: string) => `postgres://${SUPERUSER}:${superuserPassword}@${address}/${database}`;
  await withClient(url('postgres'), async (client) => {
    await client.query(`create role ${OWNER} login createrole password '${password}'`);
    await client.query(`create database ${OWNER} owner ${OWNER}`);
    await client.query('revoke connect on database postgres, template1 from public');
  });
  await withClient(url(OWNER), (client) => client.query(RESTRICT_FUNCTIONS));
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
