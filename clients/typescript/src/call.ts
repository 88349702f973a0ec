import { type Answer, type Exchange, readBytes, type Request } from './exchange.ts';
import { EngineError, type ErrorDetail } from './engine-error.ts';
import { orAborted } from './pause.ts';
import { type Retrying, withRetries } from './retry.ts';
import { chooseRenewal, createSession, type Token } from './session.ts';

/** The longest time in ms that `close` waits for an engine that does not answer. */
const FAREWELL_MS = 2000;

type Value = string | number | boolean | null | undefined;
/** The filters of a request. A filter with names of its own, such as `metadata`, is an object. */
export type Query = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

export type Call = Retrying & {
  readonly method?: Request['method'];
  /** The path below /api/v2. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

export type Caller = {
  /**
   * Sends a request until it succeeds.
   * @param read reads the answer; if the connection breaks meanwhile, the request is repeated.
   */
  call<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T>;
  /** Ends the session, and refuses further calls. */
  close(): Promise<void>;
};

type Connection = { readonly base: string; readonly apiKey: string; readonly patienceMs: number };

/** Creates a caller of the API with a session, retries and errors. */
export function createCaller(exchange: Exchange, { base, apiKey, patienceMs }: Connection): Caller {
  const closing = new AbortController();
  const closed = new EngineError({ status: 0, code: 'closed', message: 'This client was closed' });

  /**
   * Opens a session. The signal of a call does not abort it, because other calls may wait for the
   * same session.
   */
  const openSession = () =>
    withRetries(
      async (): Promise<Token> => {
        const url = `${base}/auth/sessions`;
        const body = JSON.stringify({ api_key: apiKey });
        const answer = await exchange({ method: 'POST', url, headers: {}, body }, closing.signal);
        const { session_token, expires_at } = await readJson<{ session_token: string; expires_at: string }>(
          await refuseFailure(answer),
        );
        const answeredAt = Date.parse(answer.headers.get('date') ?? '') || Date.now();
        const renewAt = chooseRenewal(answeredAt, Date.parse(expires_at), performance.now());
        return { value: session_token, renewAt };
      },
      { patienceMs, signal: closing.signal },
    );
  const session = createSession(openSession);

  async function attempt<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    const { method = 'GET', path, query = {}, body, headers = {}, signal } = call;
    const url = `${base}${path}${writeQuery(query)}`;
    for (let isNew = false; ; isNew = true) {
      signal?.throwIfAborted();
      const token = await orAborted(session.getToken(), signal);
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const answer = await exchange({ method, url, headers: authorized, body }, signal);
      if (answer.status !== 401 || isNew) return read(await refuseFailure(answer));
      answer.discard();
      session.drop(token);
    }
  }

  return {
    async call(call, read) {
      if (closing.signal.aborted) throw closed;
      const signal = call.signal ? AbortSignal.any([call.signal, closing.signal]) : closing.signal;
      return withRetries(() => attempt({ ...call, signal }, read), { ...call, patienceMs, signal });
    },
    async close() {
      const token = session.take();
      closing.abort(closed);
      if (token === null) return;
      const headers = { authorization: `Bearer ${token}` };
      // A session that stays open expires by itself.
      await exchange(
        { method: 'DELETE', url: `${base}/auth/sessions`, headers },
        AbortSignal.timeout(FAREWELL_MS),
      )
        .then((answer) => answer.discard())
        .catch(() => {});
    },
  };
}

/** The largest JSON answer in bytes, far more than the findings of a dry run of 1000 invoices. */
const MOST_OF_JSON = 128 * 1024 * 1024;
const MOST_OF_REFUSAL = 1024 * 1024;

/**
 * Reads JSON.
 * @throws EngineError if the answer is not JSON, because another server answers at the address.
 */
export async function readJson<T>(answer: Answer): Promise<T> {
  const text = new TextDecoder().decode(await readBytes(answer, MOST_OF_JSON));
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const told = {
      status: answer.status,
      code: 'unreadable',
      message: 'The answer is not JSON. Check the address of the engine',
    };
    throw new EngineError(told, error);
  }
}

/** Returns a successful answer. @throws EngineError for any other answer. */
async function refuseFailure(answer: Answer): Promise<Answer> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return answer;
  const text = new TextDecoder().decode(await readBytes(answer, MOST_OF_REFUSAL));
  const told = readTold(text);
  throw new EngineError({
    status,
    code: told?.code ?? `http_${status}`,
    message: told?.message ?? `The answer has status ${status}`,
    details: told?.details ?? [],
    requestId: headers.get('x-request-id'),
    retryAfter: readSeconds(headers.get('retry-after')),
  });
}

type Told = {
  readonly code: string;
  readonly message: string;
  /** Absent in answers of version 1. */
  readonly details?: readonly ErrorDetail[];
};

function readTold(text: string): Told | null {
  try {
    const { error } = JSON.parse(text) as { error?: Told };
    return error ?? null;
  } catch {
    return null;
  }
}

/** Reads Retry-After: seconds, or an instant (RFC 9110, 10.2.3), which proxies may send. */
function readSeconds(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - Date.now()) / 1000));
}

function writeQuery(query: Query): string {
  const given = Object.entries(query)
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([part, own]) => [`${name}[${part}]`, own] as const)
        : [[name, value] as const],
    )
    .flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
    );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
