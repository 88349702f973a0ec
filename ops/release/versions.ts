import { ReleaseRefused } from './release-refused.ts';

/** The files of the clients that state their version. */
export const CLIENT_FILES = [
  'clients/typescript/package.json',
  'clients/typescript/src/version.ts',
  'clients/python/src/invoice_batch_engine/version.py',
  'clients/php/src/Transport.php',
];

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Matches the versions of the engine's own packages, which are the same, the one that the engine
 * depends on, and those that the clients send as their User-Agent.
 */
const OWN_VERSION =
  /((?:"name": "(?:invoice-batch-engine(?:-client)?|verifactu-(?:aeat-sandbox|protocol))",\s{1,20}"version|"verifactu-protocol)": "|\bVERSION = ["'])([\d.]{1,40})(?=["'])/g;
const IMAGE_TAG = /^( +newTag: )(.*)$/gm;

/** @throws ReleaseRefused if a version is invalid, or not newer than the previous one. */
export function requireNewer(version: string, before: string): void {
  const numbers = readNumbers(version);
  if (numbers === null)
    throw new ReleaseRefused(`${version} is not a version: three numbers with points, as in 0.2.0`);
  const [first] = (readNumbers(before) ?? []).flatMap((number, index) => numbers[index]! - number || []);
  if (first === undefined || first < 0) throw new ReleaseRefused(`${version} is not newer than ${before}`);
}

function readNumbers(version: string): number[] | null {
  return VERSION.exec(version)?.slice(1).map(Number) ?? null;
}

/**
 * Sets the project's own version in a package.json or the lockfile, and changes nothing else of it.
 */
export function setVersion(text: string, before: string, version: string): string {
  // Other packages in the lockfile may have the same version. The project's own versions follow its
  // name.
  return text.replaceAll(OWN_VERSION, (found, start: string, current: string) =>
    current === before ? `${start}${version}` : found,
  );
}

/** Sets the version of the images in a kustomization. */
export function setTags(text: string, version: string): string {
  return text.replaceAll(IMAGE_TAG, (_line, start: string) => start + version);
}

/**
 * Checks that every file of a release names the released version and no other.
 * @param files the files by name: each package.json, the lockfile and the kustomization of the
 *   images.
 * @throws ReleaseRefused with the name of a file that contains no version or another one.
 */
export function requireAgreement(files: ReadonlyMap<string, string>, version: string): void {
  for (const [file, text] of files) {
    const found = [OWN_VERSION, IMAGE_TAG].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, , named]) => named!),
    );
    if (found.length === 0) throw new ReleaseRefused(`${file} names no version of the engine`);
    const other = found.find((named) => named !== version);
    if (other !== undefined)
      throw new ReleaseRefused(`${file} names the version ${other}: set it to that of package.json first`);
  }
}
