import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBill, type ImageContents, listRunningPackages, TELL_CONTENTS } from './bill-of-materials.ts';

const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Writes the bill of materials of an image. @returns the file. */
export function writeBill(docker: string, root: string, image: string, directory: string): string {
  const args = ['run', '--rm', '--network=none', '--pull=never', image, 'node', '-e', TELL_CONTENTS];
  const told = execFileSync(docker, args, { encoding: 'utf8', maxBuffer: LARGEST_OUTPUT });
  const [name = '', version = ''] = image.split(':');
  const packages = listRunningPackages(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const bill = buildBill({ name, version }, packages, JSON.parse(told) as ImageContents);
  const file = path.join(directory, `${name}-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
  return file;
}

/**
 * Writes the SHA-256 of files and images in the format of `sha256sum`. A registry computes another
 * digest of an image when it is pushed.
 * @returns the file.
 */
export function writeDigests(
  directory: string,
  files: readonly string[],
  images: Readonly<Record<string, string>>,
): string {
  const lines = [
    ...files.map((file) => `${hash('sha256', readFileSync(file))}  ${path.basename(file)}`),
    ...Object.entries(images).map(([image, id]) => `${id.replace(/^sha256:/, '')}  ${image}`),
  ];
  const file = path.join(directory, 'digests.txt');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
