import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isHostOfAeat } from '../../../platform/config/production-rules.ts';
import type { Patient } from '../patient.ts';

/** The outcome of asking the service at an address for its time. */
export type AskedAeat =
  | { readonly kind: 'not asked'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'answered';
      /**
       * The Date header of the response, null if it has none. `at` is this machine's time halfway
       * through the request.
       */
      readonly date: number | null;
      readonly at: number;
    };

const PATIENCE_MS = 10_000;

/**
 * Lists the addresses that records are sent to, from the settings of the processes that send them.
 */
export function listAddresses(processes: Patient['processes']): string[] {
  const senders = processes.filter(
    ({ kind, environment }) =>
      kind === 'commands' ||
      (kind === 'worker' && environment?.WORKER_QUEUES.split(',').includes('remission')),
  );
  return [
    ...new Set(
      senders.flatMap(({ environment }) =>
        environment ? [environment.AEAT_URL, environment.AEAT_SEAL_URL ?? environment.AEAT_URL] : [],
      ),
    ),
  ];
}

/**
 * Explains why an address is not queried; null if it is queried. The doctor never connects to
 * AEAT's own hosts.
 */
export function explainNotAsked(address: string): string | null {
  const { hostname } = new URL(address);
  return isHostOfAeat(hostname)
    ? `${hostname} belongs to AEAT: the doctor does not connect to it, so neither its clock nor its certificate was checked`
    : null;
}

/** Asks a service other than AEAT's own for its time, with a HEAD request. */
export async function askAeat(address: string): Promise<AskedAeat> {
  const why = explainNotAsked(address);
  if (why !== null) return { kind: 'not asked', why };
  const before = Date.now();
  try {
    const answer = await requestHead(new URL('/', address));
    const date = Date.parse(answer.headers.date ?? '');
    const at = (before + Date.now()) / 2;
    return { kind: 'answered', date: Number.isNaN(date) ? null : date, at };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { kind: 'failed', why: `${new URL(address).origin} does not answer: ${code ?? message}` };
  }
}

async function requestHead(url: URL): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const asked = request(url, { method: 'HEAD', agent: false, signal: AbortSignal.timeout(PATIENCE_MS) });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
