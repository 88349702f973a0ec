import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import type { Mutant } from './mutants.ts';
import { simulate } from './quint.ts';
import type { Specification } from './specifications.ts';

/**
 * Applies a mutant to the text of a specification.
 * @throws if the text that it replaces does not occur exactly once, because the specification has
 *   changed.
 */
export function mutate(text: string, { name, from, to }: Pick<Mutant, 'name' | 'from' | 'to'>): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`The mutant "${name}" must match one place but matches ${parts.length - 1}`);
  return parts.join(to);
}

function change(file: string, changed: Pick<Mutant, 'name' | 'from' | 'to'>): void {
  writeFileSync(file, mutate(readFileSync(file, 'utf8'), changed));
}

/** Runs a mutant of a specification until its invariant breaks. @returns whether it did. */
export async function isCaught(
  { directory: original, starts }: Specification,
  mutant: Mutant,
  samples: number,
  seed: string,
): Promise<boolean> {
  mkdirSync(path.join(LOCAL, 'model'), { recursive: true });
  const directory = mkdtempSync(path.join(LOCAL, 'model', 'mutant-'));
  try {
    cpSync(original, directory, {
      recursive: true,
      filter: (file) => file === original || file.endsWith('.qnt'),
    });
    change(path.join(directory, `${mutant.file}.qnt`), mutant);
    if (mutant.start !== undefined)
      change(path.join(directory, 'promise.qnt'), {
        name: mutant.name,
        from: starts,
        to: `Set(${mutant.start})`,
      });
    const { broken } = await simulate({ directory, invariants: [mutant.breaks], samples, seed });
    return broken.includes(mutant.breaks);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
