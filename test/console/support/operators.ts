import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import { deriveSecrets, hashProof } from '#src/console/operators/derive-secrets.ts';
import { newFactor, sealFactor } from '#src/console/operators/second-factor.ts';
import { insertOperator } from '#src/console/operators/operators.ts';
import type { OperatorRole } from '#src/contracts/codes.ts';
import { openDatabase, type Database } from '#src/platform/postgres/open-database.ts';
import { openOperatorSessions, type OperatorSessions } from '#src/console/operators/operator-sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

export const PASSWORD = 'tres tristes tigres';

export type Staff = AsyncDisposable & {
  readonly database: TestDatabase;
  /** As the dashboard has them. */
  readonly sessions: OperatorSessions;
  readonly dashboard: Database;
  readonly operators: Database;
  /** Adds an operator with that password. @returns the secret of the second factor. */
  add(login: string, role: OperatorRole): Promise<string>;
  /** Lets codes count again that were used. */
  forgetCodes(): Promise<void>;
};

/** A database in which operators have logins of their own. */
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
      // Of a password that is quickly checked, which the commands make of none.
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

/** The code of now, or of some steps before or after. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `name=value` of the first that is set. */
  readonly cookie: string | null;
  readonly location: string | null;
  readonly text: string;
};

export type Visit = {
  readonly method?: string;
  readonly cookie?: string | null;
  /** Of a form, which is posted. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Instead of them, as it is. */
  readonly body?: Buffer;
  /** Beside those of a browser that goes to a page from one of the dashboard's; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends what a browser would: `fetch` has its own idea of where a request comes from. */
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
  /** A network of its own, where clients come from one proxy. */
  readonly newClient: () => string;
  /** The address of a client in a /24 of its own. */
  readonly newSite: () => string;
  readonly send: (path: string, visit?: Visit & { client?: string }) => Promise<Answer>;
  /** Sends the form of the page where one signs in. */
  readonly post: (fields: Readonly<Record<string, string>>, visit?: Visit) => Promise<Answer>;
  /** Signs in, whatever codes were used; ana where nobody is named. Gives the cookie. */
  readonly signIn: (login?: string, code?: string) => Promise<string>;
  readonly isIn: (cookie: string) => Promise<boolean>;
};

/** Browsers of operators. @param secret of ana. */
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
      if (status !== 303 || cookie === null) throw new Error(`${login} is not let in: ${status}`);
      return cookie;
    },
    isIn: async (cookie) => (await send('/sign-out', { cookie })).status === 200,
  };
}
