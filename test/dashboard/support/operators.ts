import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import { deriveSecrets, hashProof } from '#src/operators/derive-secrets.ts';
import { newFactor, sealFactor } from '#src/operators/second-factor.ts';
import { insertOperator } from '#src/operators/operators.ts';
import type { OperatorRole } from '#src/contracts/codes.ts';
import { openDatabase, type Database } from '#src/platform/postgres/open-database.ts';
import { openOperatorSessions, type OperatorSessions } from '#src/operators/operator-sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

export const PASSWORD = 'tres tristes tigres';

/** A client whose browser is not known. */
export const STRANGER = {
  shownBrowser: Buffer.alloc(32),
  ownBrowser: Buffer.alloc(32, 1),
  network: '192.0.2.1',
} as const;

export type Staff = AsyncDisposable & {
  readonly database: TestDatabase;
  /** The sessions of operators, read with the login of the dashboard. */
  readonly sessions: OperatorSessions;
  readonly dashboard: Database;
  readonly operators: Database;
  /** Adds an operator with `PASSWORD`. @returns the secret of the second factor. */
  add(login: string, role: OperatorRole): Promise<string>;
  /** Allows used codes to be used again. */
  forgetCodes(): Promise<void>;
};

/** Opens a database in which operators have their own logins. */
export async function openStaff(database?: TestDatabase): Promise<Staff> {
  const resources = new AsyncDisposableStack();
  const own = database ?? resources.use(await openTestDatabase());
  const open = (role: 'dashboard' | 'operator') =>
    resources.use(openDatabase({ url: own.urlOf(role), applicationName: 'test', role, maxConnections: 4 }));
  const [dashboard, operators] = [open('dashboard'), open('operator')];
  return {
    database: own,
    dashboard,
    operators,
    sessions: openOperatorSessions(dashboard.pool),
    async add(login, role) {
      // This derivation is fast to check. The commands never use such a low cost.
      const derivation = { salt: randomBytes(16), cost: 2 ** 10, blockSize: 8, parallelism: 1 };
      const { proof, key } = await deriveSecrets(PASSWORD, derivation);
      const factor = newFactor();
      const sealedTotp = sealFactor(key, login, factor);
      await insertOperator(own.orm.em.fork(), {
        login,
        role,
        ...derivation,
        verifier: hashProof(proof),
        sealedTotp,
      });
      return factor;
    },
    async forgetCodes() {
      await own.pool.query('alter table operators disable trigger operators_guard');
      await own.pool.query('update operators set totp_step = 0');
      await own.pool.query('alter table operators enable trigger operators_guard');
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the current code, or the one of some steps earlier or later. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `name=value` of the first cookie that is set. */
  readonly cookie: string | null;
  readonly location: string | null;
  readonly text: string;
};

export type Visit = {
  readonly method?: string;
  readonly cookie?: string | null;
  /** The fields of a form, which is posted. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A body that is sent unchanged in place of the fields. */
  readonly body?: Buffer;
  /**
   * Headers in addition to those of a browser that navigates within the dashboard. An empty value
   * removes a header.
   */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends a request as a browser would. `fetch` would set other Sec-Fetch headers. */
export async function visit(
  url: string,
  { method, cookie, fields, body, headers = {} }: Visit = {},
): Promise<Answer> {
  const sentBody = body ?? (fields && new URLSearchParams(fields).toString());
  const sent = Object.entries({
    accept: 'text/html',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    ...(sentBody !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    cookie: cookie ?? '',
    ...headers,
  }).filter(([, value]) => value !== '');
  const asked = request(url, {
    method: method ?? (sentBody === undefined ? 'GET' : 'POST'),
    headers: Object.fromEntries(sent),
    agent: false,
  });
  asked.end(sentBody);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    cookie: answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? null,
    location: answer.headers.location ?? null,
    text: await text(answer),
  };
}

export type Clients = {
  /** Returns the address of a new client behind the proxy. */
  readonly newClient: () => string;
  /** Returns the address of a new client in a /24 of its own. */
  readonly newSite: () => string;
  readonly send: (path: string, visit?: Visit & { client?: string }) => Promise<Answer>;
  /** Sends the sign-in form. */
  readonly post: (fields: Readonly<Record<string, string>>, visit?: Visit) => Promise<Answer>;
  /**
   * Signs in as ana or the given operator, even if the code was used before.
   * @returns the cookie.
   */
  readonly signIn: (login?: string, code?: string) => Promise<string>;
  readonly isIn: (cookie: string) => Promise<boolean>;
};

/** Opens clients that behave like browsers of operators. @param secret the second factor of ana. */
export function openClients(url: string, staff: Staff, secret: string): Clients {
  let clients = 0;
  const newClient = () => `10.1.${(clients += 1) >> 8}.${clients & 255}`;
  const send: Clients['send'] = (path, { client = newClient(), headers = {}, ...rest } = {}) =>
    visit(`${url}${path}`, { ...rest, headers: { 'x-forwarded-for': client, ...headers } });
  const post: Clients['post'] = (fields, more = {}) =>
    send('/sign-in', { fields: { login: 'ana', password: PASSWORD, ...fields }, ...more });
  let sites = 0;
  return {
    newClient,
    newSite: () => `10.2.${(sites += 1)}.1`,
    send,
    post,
    async signIn(login = 'ana', code = codeOf(secret)) {
      await staff.forgetCodes();
      const { status, cookie } = await post({ login, code });
      if (status !== 303 || cookie === null) throw new Error(`${login} could not sign in: ${status}`);
      return cookie;
    },
    isIn: async (cookie) => (await send('/sign-out', { cookie })).status === 200,
  };
}
