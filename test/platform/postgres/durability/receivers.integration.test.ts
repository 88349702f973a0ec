import { Client } from 'pg';
import { expect, it } from 'vitest';
import { readDurability } from '../../../../src/platform/postgres/durability/durability.ts';
import { openReplicatedPostgres } from '../../../support/standby.ts';

const NAMES = {
  barman_receive_wal: 0,
  pg_receivewal: 0,
  'pgBackRest [backup]': 0,
  'wal-g': 0,
  walreceiver: 1,
  standby_of_barman: 1,
  pgbackrest_2: 1,
};

it(
  'receivers of backup programs are not counted as standbys, according to their application name',
  { timeout: 60_000 },
  async () => {
    await using servers = await openReplicatedPostgres();
    const admin = new Client(servers.primaryUrl);
    await admin.connect();
    const { standbys } = await readDurability(admin);
    expect(standbys).toBe(1);
    const found: Record<string, number> = {};
    for (const name of Object.keys(NAMES)) {
      const settings = { connectionString: servers.primaryUrl, application_name: name, replication: 'true' };
      const receiver = new Client(settings);
      await receiver.connect();
      found[name] = (await readDurability(admin)).standbys - standbys;
      await receiver.end();
    }
    expect(found).toEqual(NAMES);
    await admin.end();
  },
);
