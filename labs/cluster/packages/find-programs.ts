import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../../ops/local/boot/boot-report.js';
import { findExecutable, isExecutable } from '../../../ops/local/boot/find-executable.js';
import { chooseEtcdApi, type EtcdApi } from '../servers/etcd-api.ts';

/** The server programs of a cluster, and the variables with which they find their own libraries. */
export type Programs = {
  readonly etcd: string;
  readonly haproxy: string;
  /** A program written in Python. */
  readonly patroni: string;
  readonly patronictl: string;
  /** The API with which this version of Patroni uses etcd. */
  readonly etcdApi: EtcdApi;
  readonly python: string;
  /** The directory of PostgreSQL's programs, including pg_rewind and pg_basebackup. */
  readonly postgresBin: string;
  /** The library that gives a program another clock. */
  readonly faketime: string;
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * Finds programs among the unpacked packages, otherwise on the machine.
 * @throws SetupError that names the missing program.
 */
export function findPrograms(root: string): Programs {
  const libraries = listLibraries(root);
  const environment = {
    PATH: [path.join(root, 'usr/bin'), process.env['PATH'] ?? ''].join(':'),
    LD_LIBRARY_PATH: libraries.join(':'),
    PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    LC_ALL: 'C.UTF-8',
  };
  const patroni = find(root, 'patroni', ['usr/bin']);
  const python = find('/', 'python3', ['usr/bin']);
  const version = execFileSync(python, [patroni, '--version'], { env: environment, encoding: 'utf8' });
  return {
    etcd: find(root, 'etcd', ['usr/bin']),
    haproxy: find(root, 'haproxy', ['usr/sbin']),
    patroni,
    patronictl: find(root, 'patronictl', ['usr/bin']),
    etcdApi: chooseEtcdApi(version),
    python,
    postgresBin: findPostgresBin(root),
    faketime: findLibrary(libraries, 'faketime/libfaketime.so.1'),
    environment,
  };
}

function find(root: string, name: string, places: readonly string[]): string {
  const found =
    places.map((place) => path.join(root, place, name)).find(isExecutable) ?? findExecutable([name]);
  if (found !== undefined) return found;
  throw new SetupError(
    `${name} is missing`,
    `Remove ${root} and run the command again; it will be fetched again.`,
  );
}

/**
 * Returns the newest PostgreSQL that has pg_rewind. The npm package that `npm start` uses lacks
 * pg_rewind and pg_basebackup.
 */
function findPostgresBin(root: string): string {
  const homes = [path.join(root, 'usr/lib/postgresql'), '/usr/lib/postgresql'].filter(existsSync);
  const directories = homes.flatMap((home) =>
    readdirSync(home)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(home, version, 'bin')),
  );
  const found = directories.find((directory) => isExecutable(path.join(directory, 'pg_rewind')));
  if (found !== undefined) return found;
  throw new SetupError('PostgreSQL with pg_rewind is missing', 'apt install postgresql');
}

function listLibraries(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((place) => {
    const directory = path.join(root, place);
    const names = existsSync(directory) ? readdirSync(directory) : [];
    return names.filter((name) => name.includes('-linux-gnu')).map((name) => path.join(directory, name));
  });
}

function findLibrary(libraries: readonly string[], name: string): string {
  const system = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const places = [...libraries, system].map((directory) => path.join(directory, name));
  const found = places.find(existsSync);
  if (found !== undefined) return found;
  throw new SetupError(`${name} is missing`, 'apt install faketime');
}
