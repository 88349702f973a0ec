import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildBatchBody } from '../../../test/support/invoices.ts';
import { buildNext, finish } from '../load.ts';
import { findMemoryFiles, readKills, watchMemory } from '../memory.ts';
import type { Memory } from '../results.ts';
import type { Stack } from '../stack.ts';

const SERVICES = ['ingress', 'worker', 'remitter', 'dashboard', 'postgres', 'redis'] as const;
const LARGEST_BODY = 32 * 1024 * 1024;
const SENDERS = 12;
const ROUNDS = 4;

/**
 * Sends bodies of the largest size, batches of 1000 invoices and long invoices at the same time,
 * and measures the memory of containers.
 * @throws if the kernel killed a process for lack of memory, or Docker restarted one.
 */
export async function flood(stack: Stack): Promise<Memory[]> {
  const pids = new Map<string, number[]>();
  for (const service of SERVICES) {
    const containers = await stack.list(service);
    pids.set(service, await Promise.all(containers.map(stack.findPid)));
  }
  const watch = watchMemory(pids);
  await Promise.all([sendLargest(stack), sendMany(stack), sendLong(stack)]);
  await finish(stack);
  const peaks = watch.stop();
  const memory: Memory[] = [];
  for (const service of SERVICES) {
    const [container] = await stack.list(service);
    const limit = await stack.docker(['inspect', '--format', '{{.HostConfig.Memory}}', container!]);
    const killed = pids.get(service)!.filter(wasShort);
    if (killed.length > 0) throw new Error(`The kernel ended a process of ${service}: its memory was full`);
    memory.push({ service, limitMegabytes: Number(limit) / 1e6, peakMegabytes: peaks.get(service)! / 1e6 });
  }
  return memory;
}

/** @throws if the process has ended, which under load means that it died. */
function wasShort(pid: number): boolean {
  const { events } = findMemoryFiles(readFileSync(`/proc/${pid}/cgroup`, 'utf8'));
  return readKills(readFileSync(events, 'utf8')) > 0;
}

/** Builds bodies of the largest size, with 1000 invoices that are invalid. */
async function sendLargest(stack: Stack): Promise<void> {
  const noise = () => randomBytes((LARGEST_BODY / 1000 - 1500) * 0.75).toString('base64');
  const body = JSON.stringify(
    buildBatchBody(1000, 'FLOOD', () => ({ issuer_nif: 'B00000001', footer_note: noise() })),
  );
  const token = await openSession(stack);
  const send = async () => {
    const answer = await fetch(`${stack.address}/api/v1/invoice_batches/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
  };
  for (let round = 0; round < ROUNDS; round += 1) await Promise.all(Array.from({ length: SENDERS }, send));
}

async function openSession({ address, accounts }: Stack): Promise<string> {
  const answer = await fetch(`${address}/api/v1/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: accounts[0]!.apiKey }),
  });
  return ((await answer.json()) as { session_token: string }).session_token;
}

async function sendMany(stack: Stack): Promise<void> {
  for (let batch = 0; batch < 3; batch += 1) {
    const client = stack.openClient();
    await client.create(buildNext(stack, client, 1000, 5));
  }
}

/**
 * Uses both browsers of a worker at the same time, with ordinary invoices and some with 1000 lines.
 */
async function sendLong(stack: Stack): Promise<void> {
  const client = stack.openClient();
  await client.create(buildNext(stack, client, 6, 1000));
}
