import { copyFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openAskingConnection } from '../../../src/platform/jobs/connection.ts';
import { openAuthority } from '../../support/certificates.ts';
import { openSentinels } from '../../support/redis-servers.ts';
import { openTestQueues } from '../../support/worker.ts';
import { workOff } from '../../support/work-off.ts';

it(
  'queues work with Redis sentinels and servers that require client certificates',
  { timeout: 90_000 },
  async () => {
    using authority = openAuthority();
    using stranger = openAuthority();
    await using servers = await openSentinels({ ca: authority.ca, ...authority.issue('server') });
    const { cert, key } = authority.issue('client');
    const url = `${servers.url}&sslrootcert=${authority.ca}&sslcert=${cert}&sslkey=${key}`;
    await using queues = await openTestQueues(url);
    const { bring } = workOff(queues);
    await bring(1);

    // The next connection uses the replaced certificate.
    const next = authority.issue('client');
    copyFileSync(next.cert, cert);
    copyFileSync(next.key, key);
    await servers.master.admin.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    await bring(2);

    const single = `rediss://:of-servers@127.0.0.1:${servers.master.port}`;
    for (const wrong of [
      single,
      `${single}?sslrootcert=${authority.ca}`,
      `${single}?sslrootcert=${stranger.ca}&sslcert=${cert}&sslkey=${key}`,
      single.replace('rediss', 'redis'),
    ]) {
      const connection = openAskingConnection(wrong, 2000);
      connection.on('error', () => {});
      await expect(connection.connect().then(() => connection.ping())).rejects.toThrow(Error);
      connection.disconnect();
    }
  },
);
