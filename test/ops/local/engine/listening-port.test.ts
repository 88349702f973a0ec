import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePorts } from '../../../../ops/local/servers/free-ports.ts';
import { pickListeningPort } from '../../../../ops/local/engine/listening-port.ts';

async function occupyPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

function setPort(value: string): void {
  vi.stubEnv('PORT', value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('the port of the API under npm start', () => {
  it('is the usual one where that is free', async () => {
    setPort('');
    const [free = 0] = await findFreePorts(1);
    await expect(pickListeningPort('PORT', free)).resolves.toEqual({ port: free });
  });

  it('is another one where the usual one is in use, and that is told', async () => {
    setPort('');
    const used = await occupyPort();
    const { port, remark } = await pickListeningPort('PORT', used);
    expect(port).not.toBe(used);
    expect(remark).toContain(`Port ${used} is in use`);
  });

  it('is refused when it was asked for and is in use', async () => {
    const used = await occupyPort();
    setPort(String(used));
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow(`PORT ${used} is in use`);
  });

  it('is not said to be in use where HOST is no address of this machine: HOST is what is wrong', async () => {
    const [free = 0] = await findFreePorts(1);
    setPort(String(free));
    vi.stubEnv('HOST', '192.0.2.1');
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow(
      "HOST 192.0.2.1 can't be listened on: EADDRNOTAVAIL",
    );
    setPort('');
    await expect(pickListeningPort('PORT', free)).rejects.toThrow(/^HOST 192\.0\.2\.1 /);
  });

  it.each(['http', '65536', '-1', '3e3'])('is refused when PORT is %s', async (value) => {
    setPort(value);
    await expect(pickListeningPort('PORT', 3000)).rejects.toThrow('PORT must be a port number');
  });
});
