/** A component of CycloneDX. */
type Component = {
  readonly type: 'library' | 'platform';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
};

type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
};

/**
 * The contents of an image as reported by itself: its Node.js, and the status of each Debian
 * package with a file in it.
 */
export type ImageContents = {
  readonly versions: Readonly<Record<string, string>>;
  readonly statuses: readonly string[];
};

/** A program for the Node.js of an image that prints its contents. */
export const TELL_CONTENTS = `const fs = require('node:fs'); const place = '/var/lib/dpkg/status.d/';
const statuses = fs.readdirSync(place).map((name) => fs.readFileSync(place + name, 'utf8'));
console.log(JSON.stringify({ versions: process.versions, statuses }))`;

/** Reads a Debian package. @param status the status of the package in dpkg's format. */
export function readDebianPackage(status: string): Component {
  const lines = status.split('\n');
  const read = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const [name, version, architecture] = [read('Package'), read('Version'), read('Architecture')];
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`;
  return { type: 'library', name, version, purl };
}

/**
 * Lists the packages of a lockfile that images contain. `npm sbom` would omit those that
 * development also needs.
 */
export function listRunningPackages(lockfile: string): Component[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([place, entry]) => {
    const { version, license, integrity = '', dev, optional, devOptional } = entry;
    if (place === '' || version === undefined || dev || optional || devOptional) return [];
    // The packages of this repository are in other folders.

    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
    return {
      type: 'library' as const,
      name,
      version,
      purl,
      ...(license !== undefined && { licenses: [{ expression: license }] }),
      ...(digest !== undefined && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
    };
  });
}

/**
 * Builds the bill of materials of an image in CycloneDX format: npm packages, Node.js and Debian
 * packages.
 */
export function buildBill(
  image: { readonly name: string; readonly version: string },
  packages: readonly Component[],
  { versions, statuses }: ImageContents,
) {
  const { node = '', openssl = '' } = versions;
  const runtime: Component[] = [
    { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` },
    // A part of Node.js, which most of its advisories concern.
    { type: 'library', name: 'openssl', version: openssl, purl: `pkg:generic/openssl@${openssl}` },
  ];
  const debian = statuses.map(readDebianPackage).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'container', ...image } },
    components: [...packages, ...runtime, ...debian],
  };
}
