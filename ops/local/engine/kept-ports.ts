import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';

const FILE = path.join(LOCAL, 'ports.json');
const KeptPorts = Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 65_535 }));

/**
 * The ports of the last start, by setting or process. The next start uses the same ones if they are
 * free.
 */
export type KeptPorts = Readonly<Static<typeof KeptPorts>>;

/**
 * Reads the ports of the last start. Returns none on the first start, or if the file is invalid,
 * since the ports are only a preference.
 */
export function readKeptPorts(): KeptPorts {
  try {
    const kept: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    return Value.Check(KeptPorts, kept) ? kept : {};
  } catch {
    return {};
  }
}

/**
 * Reads the operations ports of the last start. Returns none if OPS_PORT was changed since, because
 * the operator then wants other ports.
 */
export function readKeptOpsPorts(opsPort: number): KeptPorts {
  const kept = readKeptPorts();
  return kept['OPS_PORT'] === opsPort ? kept : {};
}

/** Stores the ports for the next start. */
export async function keepPorts(ports: KeptPorts): Promise<void> {
  await writeLasting(FILE, `${JSON.stringify(ports, null, 2)}\n`);
}
