import { ReleaseRefused } from './release-refused.ts';

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

const OWN_VERSION = /("name": "invoice-batch-engine",\s{1,20}"version": ")([\d.]{1,40})"/g;

/** @throws ReleaseRefused where a version is none, or not newer than the one before. */
export function requireNewer(version: string, before: string): void {
  const numbers = readNumbers(version);
  if (numbers === null)
    throw new ReleaseRefused(`${version} is no version: three numbers with points, as in 0.2.0`);
  const [first] = (readNumbers(before) ?? []).flatMap((number, index) => numbers[index]! - number || []);
  if (first === undefined || first < 0) throw new ReleaseRefused(`${version} is not newer than ${before}`);
}

function readNumbers(version: string): number[] | null {
  return VERSION.exec(version)?.slice(1).map(Number) ?? null;
}

/** Sets the project's own version in package.json or its lockfile, and changes nothing else of it. */
export function setVersion(text: string, before: string, version: string): string {
  // Packages with the same version come later in the lockfile: the project's own are those beside its name.
  return text.replaceAll(OWN_VERSION, (found, start: string, current: string) =>
    current === before ? `${start}${version}"` : found,
  );
}

/** Sets the version of the images in a kustomization. */
export function setTags(text: string, version: string): string {
  return text.replaceAll(/^( +newTag: ).*$/gm, (_line, start: string) => start + version);
}
