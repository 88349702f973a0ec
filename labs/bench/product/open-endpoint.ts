import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { addEndpoint } from '../../../src/notify/webhook-endpoints.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Product } from './open-product.ts';

const KEY = randomBytes(32);

/** The settings with which a worker sends to receivers on this machine. */
export const TELLING = { CERTIFICATE_KEY: KEY.toString('base64'), WEBHOOKS_ALLOW_PRIVATE: 'true' };

export type Endpoint = AsyncDisposable & {
  readonly id: number;
  /** The number of requests that arrived. */
  readonly arrived: () => number;
  /** Starts to deliver the waiting events, including those that failed before. */
  listen(): Promise<void>;
  /**
   * Stops creating and delivering events for the endpoint. Waits until deliveries under way have
   * ended.
   */
  ignore(): Promise<void>;
  /**
   * Creates events for the endpoint but delivers none. Waits until deliveries under way have ended.
   */
  rest(): Promise<void>;
};

/**
 * Opens a disabled endpoint with a receiver on loopback.
 * @param answers whether the receiver answers at once; otherwise it never does.
 */
export async function openEndpoint(
  { pool, orm }: Product,
  organizationId: number,
  answers: boolean,
): Promise<Endpoint> {
  let arrived = 0;
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived += 1;
      if (answers) response.writeHead(204).end();
      else held.add(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { id } = await addEndpoint(
    orm,
    KEY,
    { organizationId, url: `http://127.0.0.1:${port}/`, eventTypes: null, payloadVersion: 2 },
    { operator: 'bench', reason: null },
  );
  const change = (values: string) => pool.query(`update webhook_endpoints set ${values} where id = ${id}`);
  const end = async () => {
    await waitUntil(
      async () => {
        for (const response of held) response.destroy();
        held.clear();
        const { rowCount } = await pool.query(
          `select from webhook_endpoints where id = ${id} and leased_until > now()`,
        );
        return rowCount === 0;
      },
      'a run of webhooks to end',
      { pauseMs: 50 },
    );
  };
  await change('disabled_at = now()');
  return {
    id,
    arrived: () => arrived,
    async listen() {
      await pool.query(
        `update webhook_deliveries set next_attempt_at = now() where endpoint_id = ${id} and ended_at is null and next_attempt_at > now()`,
      );
      await change('disabled_at = null, failures = 0, failing_since = null, retry_after = null');
    },
    async ignore() {
      await change('disabled_at = now()');
      await end();
    },
    async rest() {
      await change(`disabled_at = null, retry_after = now() + interval '1 day'`);
      await end();
      // A failure at the end may have shortened the time.
      await change(`retry_after = now() + interval '1 day'`);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
