import { randomUUID } from 'node:crypto';
import { findFreePorts } from '../../../ops/local/servers/free-ports.ts';
import { sendRequest } from '../product/send-request.ts';
import { startScript, type Started } from '../start-script.ts';

export type Peer = Started & {
  /** Creates a batch. @returns its id. @throws if the answer is not 201. */
  post(body: Buffer, headers?: Readonly<Record<string, string>>): Promise<number>;
};

/**
 * Starts a server of this folder, `<name>/<script>.ts`, which accepts batches at
 * `/invoice_batches`.
 */
export async function startPeer(
  name: string,
  environment: NodeJS.ProcessEnv,
  script = 'server',
): Promise<Peer> {
  const [port = 0] = await findFreePorts(1);
  const root = `http://127.0.0.1:${port}`;
  const started = await startScript({
    name,
    script: `labs/bench/peers/${name}/${script}.ts`,
    environment: { ...environment, PORT: String(port) },
    isReady: () => isAnswering(root),
  });
  return {
    ...started,
    async post(body, headers = {}) {
      const answer = await sendRequest(
        'POST',
        `${root}/invoice_batches`,
        { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
        body,
      );
      if (answer.status !== 201)
        throw new Error(`${name} answered ${answer.status} ${answer.body.toString()}`);
      return (JSON.parse(answer.body.toString()) as { data: { id: number } }).data.id;
    },
  };
}

/** Any answer means that the server is ready. */
async function isAnswering(root: string): Promise<boolean> {
  try {
    await sendRequest('GET', root, {});
    return true;
  } catch {
    return false;
  }
}
