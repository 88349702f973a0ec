import { buildConsulta, type ConsultaInput } from '../../domain/verifactu/build-consulta.ts';
import { createClientContext, type Pkcs12 } from './certificate.ts';
import { exchangeMessage } from './exchange-message.ts';
import { openConnection } from './open-connection.ts';
import { type Answers, type Operation, READINGS } from './operations.ts';
import type { ConsultOutcome, Outcome, SubmitOutcome } from './outcome.ts';
import { readAnswer } from './read-answer.ts';
import { describeFailure } from './read-outcome.ts';

export type AeatClientOptions = {
  /** Without a path it gets AEAT's. */
  readonly url: string;
  /** Shown to the server when it asks. */
  readonly certificate?: Pkcs12;
  /** PEM of an authority that is believed beside the usual ones, as for a stand-in. */
  readonly certificateAuthority?: string;
  /** For one message as a whole. Default 60 s. */
  readonly timeoutMs?: number;
  /** Until the TLS handshake is done. Default 15 s. */
  readonly connectTimeoutMs?: number;
  /** From then until the answer begins. Default: as long as the whole may take. */
  readonly headersTimeoutMs?: number;
  /** Default: by the operation. */
  readonly maxAnswerBytes?: number;
};

/** Speaks with AEAT. Whatever the network or AEAT does is an outcome: neither call throws for that. */
export type AeatClient = AsyncDisposable & {
  /**
   * Sends an envelope of registration records: these bytes, once.
   * @param leaseLeftMs so long nobody else sends them; asked at the last moment. The message leaves only where its own time limit ends before
   *   that, and is given up by then.
   */
  submit(envelope: Buffer, leaseLeftMs?: () => number): Promise<SubmitOutcome>;
  /** Asks for a page of AEAT's register. @throws RangeError when the period is not a month. */
  consult(query: ConsultaInput): Promise<ConsultOutcome>;
};

/**
 * Opens a client for one address and certificate; many messages may be under way at once, each on a connection of its own. Closing it
 * ends them as `aborted`.
 * @throws CertificateError where the certificate cannot be used, TypeError where the address is none.
 */
export function openAeatClient(options: AeatClientOptions): AeatClient {
  const address = resolveServiceAddress(options.url);
  const { timeoutMs = 60_000, connectTimeoutMs = 15_000, maxAnswerBytes } = options;
  const secureContext = createClientContext(options.certificate, options.certificateAuthority);
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function deliver<O extends Operation>(
    body: Buffer,
    operation: O,
    leaseLeftMs: () => number,
  ): Promise<Outcome<Answers[O]>> {
    const start = performance.now();
    const leftMs = () => timeoutMs - (performance.now() - start);
    const connection = await openConnection({
      address,
      secureContext,
      timeoutMs: Math.min(connectTimeoutMs, timeoutMs),
      signal: closing.signal,
    });
    if (connection.kind === 'failed') return describeFailure(connection, null, false);
    const left = Math.max(Math.ceil(leftMs()), 1);
    const exchange = await exchangeMessage(connection.socket, {
      address,
      body,
      headersTimeoutMs: Math.min(options.headersTimeoutMs ?? left, left),
      timeoutMs: left,
      maxAnswerBytes: maxAnswerBytes ?? READINGS[operation].maxBytes,
      mayBeArchived: () => leftMs() > 0 && leftMs() <= leaseLeftMs(),
      signal: closing.signal,
    });
    if (exchange.failure?.reason === 'late') return describeFailure(exchange.failure, null, false);
    return await readAnswer(exchange, operation, closing.signal);
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    underWay.add(promise);
    return promise.finally(() => underWay.delete(promise));
  }

  return {
    submit: (envelope, leaseLeftMs = () => Infinity) => track(deliver(envelope, 'submission', leaseLeftMs)),
    // Asking twice does no harm.
    consult: async (query) =>
      await track(deliver(Buffer.from(buildConsulta(query)), 'consulta', () => Infinity)),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** Where AEAT serves both operations, and where the stand-in does. */
const SERVICE_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';

/**
 * Completes the configured address: without a path it gets AEAT's.
 * @throws TypeError where it is no http or https address, or carries a user or password.
 */
export function resolveServiceAddress(url: string): URL {
  const address = new URL(url);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new TypeError("AEAT's address must begin with http:// or https://");
  }
  if (address.username !== '' || address.password !== '') {
    throw new TypeError("AEAT's address carries no user or password: AEAT knows clients by certificate");
  }
  if (address.pathname === '/') address.pathname = SERVICE_PATH;
  return address;
}
