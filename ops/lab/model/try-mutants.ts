import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../../local/boot/layout.ts';
import type { Mutant } from './mutants.ts';
import { simulate, SPECIFICATION } from './quint.ts';

/** Where runs begin, in promise.qnt. */
export const STARTS = 'Set(NOTHING, ISSUED, { ...ISSUED, posted: MOST_POSTS })';

/**
 * Changes the specification as a mutant says.
 * @throws where what it changes does not stand there once: the specification went on without it.
 */
export function mutate(text: string, { name, from, to }: Pick<Mutant, 'name' | 'from' | 'to'>): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`The mutant "${name}" changes ${parts.length - 1} places`);
  return parts.join(to);
}

function change(file: string, changed: Pick<Mutant, 'name' | 'from' | 'to'>): void {
  writeFileSync(file, mutate(readFileSync(file, 'utf8'), changed));
}

/** Runs a mutant until its invariant breaks. @returns whether it did. */
export async function isCaught(mutant: Mutant, samples: number, seed: string): Promise<boolean> {
  mkdirSync(path.join(LOCAL, 'model'), { recursive: true });
  const directory = mkdtempSync(path.join(LOCAL, 'model', 'mutant-'));
  try {
    cpSync(SPECIFICATION, directory, {
      recursive: true,
      filter: (file) => file === SPECIFICATION || file.endsWith('.qnt'),
    });
    change(path.join(directory, `${mutant.file}.qnt`), mutant);
    if (mutant.start !== undefined)
      change(path.join(directory, 'promise.qnt'), {
        name: mutant.name,
        from: STARTS,
        to: `Set(${mutant.start})`,
      });
    const { broken } = await simulate({ directory, invariants: [mutant.breaks], samples, seed });
    return broken.includes(mutant.breaks);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
