import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** A connection that rested for less is used as it is: it was heard of a moment ago. */
const REST_MS = 1000;
const PATIENCE_MS = 1000;

type Callback = (error: Error | null, client: PoolClient | undefined) => void;

/**
 * A pool that asks a connection which rested whether its server still hears it. A firewall that forgot it tells nobody, and a statement would wait for its
 * answer until it is given up, a minute later. Where one hears nothing, all that rest beside it are left, too.
 */
export class WatchfulPool extends Pool {
  readonly #restingSince = new WeakMap<PoolClient, number>();
  readonly #find: (callback: Callback) => void;

  readonly #isAsked: boolean;

  /** @param isAsked whether connections that rested are asked: behind a pooler by transaction a question waits for a session of the server, as a statement does. */
  constructor(options: PoolConfig, isAsked: boolean) {
    super(options);
    this.#isAsked = isAsked;
    this.#find = callbackify(() => this.#connect());
    this.on('release', (_error, client) => void this.#restingSince.set(client, performance.now()));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    return callback === undefined ? this.#connect() : this.#find(callback);
  }

  async #connect(): Promise<PoolClient> {
    let isSilent = false;
    for (;;) {
      const client = await super.connect();
      const since = this.#restingSince.get(client);
      if (!this.#isAsked || since === undefined || performance.now() - since < REST_MS) return client;
      isSilent ||= !(await isHeard(client));
      if (!isSilent) return client;
      client.release(true);
    }
  }
}

function isHeard(client: PoolClient): Promise<boolean> {
  const answered = client.query('select').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, wait(PATIENCE_MS, false, { ref: false })]);
}
