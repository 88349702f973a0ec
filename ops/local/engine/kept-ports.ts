import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { writeLasting } from '../../../src/platform/files/durable-files.ts';
import { LOCAL } from '../boot/layout.ts';

const FILE = path.join(LOCAL, 'ports.json');
const KeptPorts = Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 65_535 }));

/** The ports that the last start had, by what listens there: the next one has the same, where they are free. */
export type KeptPorts = Readonly<Static<typeof KeptPorts>>;

/** Reads them; none on the first start, or where the file is not understood: it is only a preference. */
export function readKeptPorts(): KeptPorts {
  try {
    const kept: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    return Value.Check(KeptPorts, kept) ? kept : {};
  } catch {
    return {};
  }
}

/** The operations ports among them; none where OPS_PORT was another one: who changes it wants other ports. */
export function readKeptOpsPorts(opsPort: number): KeptPorts {
  const kept = readKeptPorts();
  return kept['OPS_PORT'] === opsPort ? kept : {};
}

/** Keeps them for the next start. */
export async function keepPorts(ports: KeptPorts): Promise<void> {
  await writeLasting(FILE, `${JSON.stringify(ports, null, 2)}\n`);
}
