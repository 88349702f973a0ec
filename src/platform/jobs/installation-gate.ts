import type { RedisConnection } from './connection.ts';

/*
 * Redis belongs to one installation: the processes of one database and of those that replace it. A
 * key names its owner. Until a process knows that Redis belongs to its own installation, its
 * connections send nothing that reads or changes the keys of another one (ops/adr/0067).
 */

/** An installation, as a process of another one names it. */
export type Owner = {
  /** The mark in its database (migrations/0019-installation.sql). */
  readonly mark: string;
  /** Its database: `engine on db-1:5432`. */
  readonly database: string;
};

/** A command that was not sent, because Redis is not known to belong to this installation. */
export class RedisNotUsed extends Error {
  override name = 'RedisNotUsed';
}

/** Decides whether the connections of a process send commands. It begins closed. */
export type InstallationGate = {
  /** The connection without the gate, for the commands that find out whose Redis it is. */
  readonly ungated: RedisConnection;
  open(): void;
  /** @param why the reason, which commands are refused with. */
  close(why: string): void;
};

const ownerKey = (prefix: string) => `${prefix}:installation`;
const claimKey = (prefix: string) => `${prefix}:claimed`;

/**
 * How long Redis may lack the heartbeats of running workers after it was empty, in seconds: as long
 * as a heartbeat lasts.
 */
const CLAIMED_SECONDS = 60;

/** The commands with which a client opens, checks and closes a connection. */
const OF_CONNECTION = new Set([
  'auth',
  'client',
  'cluster',
  'command',
  'hello',
  'info',
  'ping',
  'quit',
  'readonly',
  'role',
  'select',
  'time',
]);

type Sent = {
  readonly name: string;
  readonly promise: Promise<unknown>;
  reject(error: Error): void;
};
type Sender = {
  sendCommand(command: Sent, ...rest: unknown[]): unknown;
  duplicate(...options: unknown[]): RedisConnection;
};

/** Makes a connection, and its duplicates, send commands only while the gate is open. */
export function installGate(connection: RedisConnection): InstallationGate {
  let why: string | null = 'is not used yet: it is not known whether it belongs to this installation';
  const ungated = Object.create(connection, {
    sendCommand: { value: (connection as unknown as Sender).sendCommand.bind(connection) },
  }) as RedisConnection;

  function install(each: RedisConnection): RedisConnection {
    const sender = each as unknown as Sender;
    const send = sender.sendCommand.bind(each);
    const duplicate = sender.duplicate.bind(each);
    sender.sendCommand = (command, ...rest) => {
      if (why === null || OF_CONNECTION.has(command.name)) return send(command, ...rest);
      command.reject(new RedisNotUsed(why));
      return command.promise;
    };
    sender.duplicate = (...options) => install(duplicate(...options));
    return each;
  }

  install(connection);
  return {
    ungated,
    open: () => void (why = null),
    close: (reason) => void (why = reason),
  };
}

/**
 * Returns the installation that a Redis belongs to; null if it belongs to none: it is empty, or
 * version 1.0 used it.
 * @throws if Redis is unavailable.
 */
export async function readOwner(connection: RedisConnection, prefix: string): Promise<Owner | null> {
  const text = await connection.get(ownerKey(prefix));
  return text === null ? null : (JSON.parse(text) as Owner);
}

/**
 * Makes an installation the owner of a Redis that belongs to none.
 * @returns the owner, which is another one if that was faster.
 * @throws if Redis is unavailable or refuses writes.
 */
export async function claimRedis(connection: RedisConnection, prefix: string, own: Owner): Promise<Owner> {
  const isFirst = await connection.set(ownerKey(prefix), JSON.stringify(own), 'NX');
  if (isFirst !== null) await connection.set(claimKey(prefix), '1', 'EX', CLAIMED_SECONDS);
  return (await readOwner(connection, prefix)) ?? own;
}

/**
 * Returns whether a Redis was emptied, or used for the first time, within the last minute: running
 * workers may not have sent a heartbeat since.
 * @throws if Redis is unavailable.
 */
export async function isFresh(connection: RedisConnection, prefix: string): Promise<boolean> {
  const [owner, claimed] = await connection.mget(ownerKey(prefix), claimKey(prefix));
  return owner === null || claimed !== null;
}
