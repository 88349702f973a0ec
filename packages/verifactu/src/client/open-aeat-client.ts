import { buildConsulta, type ConsultaInput } from '../remission/build-consulta.ts';
import { createClientContext, type Pkcs12 } from './certificate.ts';
import {
  type Content,
  type Exchange,
  exchangeMessage,
  type HttpAnswer,
} from './internal/exchange-message.ts';
import { fail } from './internal/failure.ts';
import { openConnection } from './internal/open-connection.ts';
import { READINGS } from './internal/operations.ts';
import type { ConsultOutcome, Outcome, SubmitOutcome, UnknownOutcome } from './outcome.ts';
import { readAnswer } from './internal/read-answer.ts';
import { describeFailure } from './internal/read-outcome.ts';
import type { Reading } from '../remission/reading.ts';

export type AeatClientOptions = {
  /** The address of the service. An address without a path receives AEAT's path. */
  readonly url: string;
  /** Presented when the server requests a client certificate. */
  readonly certificate?: Pkcs12;
  /**
   * PEM of an authority that is trusted in addition to the default ones, for example that of a
   * stand-in.
   */
  readonly certificateAuthority?: string;
  /** Time limit for one whole message. Default: 60 s. */
  readonly timeoutMs?: number;
  /** Time limit until the TLS handshake is complete. Default: 15 s. */
  readonly connectTimeoutMs?: number;
  /**
   * Time limit from the handshake until the answer begins. Default: the time limit of the whole
   * message.
   */
  readonly headersTimeoutMs?: number;
  /** Default: the limit of the operation. */
  readonly maxAnswerBytes?: number;
  /**
   * The `User-Agent` of requests, which names the sender's software. Default: verifactu-protocol.
   */
  readonly userAgent?: string;
};

/**
 * A client of AEAT's web service. Every failure of the network or of AEAT is an outcome; neither
 * method throws for it.
 */
export type AeatClient = AsyncDisposable & {
  /**
   * Sends an envelope of registration records, byte for byte and at most once.
   * @param leaseLeftMs returns how long no other worker sends these records, in ms; called at the
   *   last moment. The message is sent only if its own time limit ends before the lease, and is
   *   aborted by then.
   */
  submit(envelope: Buffer, leaseLeftMs?: () => number): Promise<SubmitOutcome>;
  /**
   * Requests a page of AEAT's register.
   * @throws RangeError when the period is not a month.
   */
  consult(query: ConsultaInput): Promise<ConsultOutcome>;
  /**
   * Sends a message of another service of AEAT, byte for byte and at most once.
   * @param reading how its answer is read. A large answer is read in a thread if the reading names its module.
   * @param leaseLeftMs see `submit`.
   */
  send<Answer>(
    message: Buffer,
    reading: Reading<Answer>,
    leaseLeftMs?: () => number,
  ): Promise<Outcome<Answer>>;
  /**
   * Posts a message that is not a SOAP envelope alone, byte for byte and at most once.
   * @param address of the service, which receives the certificate of this client.
   * @param leaseLeftMs see `submit`.
   * @returns the complete response, whatever its status, or why there is none. Its `sent` is false only
   *   if no byte of the message was sent.
   */
  post(
    address: URL,
    content: Content,
    leaseLeftMs?: () => number,
  ): Promise<({ readonly kind: 'response' } & HttpAnswer) | UnknownOutcome>;
};

/**
 * Opens a client for one address and certificate. Many messages may be in progress at once, each on
 * its own connection. Closing the client ends them as `aborted`.
 * @throws CertificateError when the certificate cannot be used, and TypeError when the address is
 *   invalid.
 */
export function openAeatClient(options: AeatClientOptions): AeatClient {
  const address = resolveServiceAddress(options.url);
  const { timeoutMs = 60_000, connectTimeoutMs = 15_000, maxAnswerBytes } = options;
  const { userAgent = 'verifactu-protocol' } = options;
  const secureContext = createClientContext(options.certificate, options.certificateAuthority);
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  /** @returns the exchange, and whether a byte of the message was sent. */
  async function exchange(
    target: URL,
    content: Content,
    leaseLeftMs: () => number,
  ): Promise<Exchange & { readonly hasBegun: boolean }> {
    const start = performance.now();
    const leftMs = () => timeoutMs - (performance.now() - start);
    const connection = await openConnection({
      address: target,
      secureContext,
      timeoutMs: Math.min(connectTimeoutMs, timeoutMs),
      signal: closing.signal,
    });
    if (connection.kind === 'failed') return { answer: null, failure: connection, hasBegun: false };
    const left = Math.max(Math.ceil(leftMs()), 1);
    let hasBegun = false;
    const exchanged = await exchangeMessage(connection.socket, {
      ...content,
      address: target,
      headersTimeoutMs: Math.min(options.headersTimeoutMs ?? left, left),
      timeoutMs: left,
      userAgent,
      maySend() {
        const may = leftMs() > 0 && leftMs() <= leaseLeftMs();
        hasBegun ||= may;
        return may;
      },
      signal: closing.signal,
    });
    return { ...exchanged, hasBegun };
  }

  async function deliver<Answer>(
    body: Buffer,
    reading: Reading<Answer>,
    leaseLeftMs: () => number,
  ): Promise<Outcome<Answer>> {
    const content = { ...SOAP_CONTENT, body, maxAnswerBytes: maxAnswerBytes ?? reading.maxBytes };
    const { hasBegun, ...exchanged } = await exchange(address, content, leaseLeftMs);
    const { failure } = exchanged;
    // Without its last piece, a message is not one.
    if (failure !== null && (!hasBegun || failure.reason === 'late'))
      return describeFailure(failure, null, false);
    return await readAnswer(exchanged, reading, closing.signal);
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    underWay.add(promise);
    return promise.finally(() => underWay.delete(promise));
  }

  return {
    submit: (envelope, leaseLeftMs = () => Infinity) =>
      track(deliver(envelope, READINGS.submission, leaseLeftMs)),
    // A repeated query is harmless, so it has no lease.
    consult: async (query) =>
      await track(deliver(Buffer.from(buildConsulta(query)), READINGS.consulta, () => Infinity)),
    send: (message, reading, leaseLeftMs = () => Infinity) => track(deliver(message, reading, leaseLeftMs)),
    post: (target, content, leaseLeftMs = () => Infinity) =>
      track(
        exchange(target, content, leaseLeftMs).then(({ answer, failure, hasBegun }) =>
          answer === null || failure !== null
            ? describeFailure(failure ?? fail('reset', 'no answer'), answer, hasBegun)
            : { kind: 'response', ...answer },
        ),
      ),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}

const SOAP_CONTENT = {
  contentType: 'text/xml; charset=utf-8',
  accept: 'text/xml',
} as const;

/** The path at which AEAT and the stand-in serve both operations. */
const SERVICE_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';

/**
 * Completes the configured address: adds AEAT's path when it has none.
 * @throws TypeError when the address is not an http or https URL, or contains a user or password.
 */
export function resolveServiceAddress(url: string): URL {
  const address = new URL(url);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new TypeError("AEAT's address must begin with http:// or https://");
  }
  if (address.username !== '' || address.password !== '') {
    throw new TypeError(
      "AEAT's address must not contain a user or password: AEAT identifies clients by their certificate",
    );
  }
  if (address.pathname === '/') address.pathname = SERVICE_PATH;
  return address;
}
