import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** A connection that was idle for less time is used without a check. */
const REST_MS = 1000;
const PATIENCE_MS = 1000;

type Callback = (error: Error | null, client: PoolClient | undefined) => void;

/**
 * A pool that checks whether the server still answers on a connection that was idle. A firewall
 * that has dropped the connection reports nothing, and a statement would wait about a minute for
 * its time limit. If one connection does not answer, the other idle connections are closed as well.
 */
export class WatchfulPool extends Pool {
  readonly #restingSince = new WeakMap<PoolClient, number>();
  readonly #find: (callback: Callback) => void;

  readonly #isAsked: boolean;

  /**
   * @param isAsked whether idle connections are checked. Behind a pooler in transaction mode a
   *   check would wait for a session of the server like any statement.
   */
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
