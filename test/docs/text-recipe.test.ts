import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * Follows the recipe of CONTRIBUTING.md for a text that is only passed on, in a copy of the
 * sources.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCRIPT = 'test/docs/support/pass-text-on.ts';
const MEMBER = 'receiving_advice_reference';
const TEXT = 'AR-2026/77';
const COMPILER = 'node_modules/typescript-7/bin/tsc';

/**
 * The changes of the recipe by file. The lines of a change begin with a blank if they are there
 * before it, and with a plus if it adds them.
 */
const CHANGES = readRecipe().matchAll(/^```diff (\S+)\n([^]*?)^```$/gm);

function readRecipe(): string {
  const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  return text.split('\n### ').find((section) => section.startsWith('A text that is only passed on\n'))!;
}

function change(text: string, lines: readonly string[]): string {
  const join = (some: readonly string[]) => some.map((line) => `${line.slice(1)}\n`).join('');
  const before = join(lines.filter((line) => line.startsWith(' ')));
  expect(text.split(before)).toHaveLength(2);
  return text.replace(before, () => join(lines));
}

let copy: string;
const changed: string[] = [];
type Outcome = Readonly<
  Record<
    'accepted' | 'documented' | 'refused' | 'stored' | 'answered' | 'printed' | 'ubl' | 'cii' | 'facturae',
    unknown
  >
>;
let outcome: Outcome;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'recipe-'));
  for (const name of ['src', 'package.json', 'tsconfig.json', SCRIPT])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  for (const name of ['node_modules', 'packages', 'migrations'])
    symlinkSync(path.join(ROOT, name), path.join(copy, name));
  for (const [, file, lines] of CHANGES) {
    const place = path.join(copy, file!);
    writeFileSync(place, change(readFileSync(place, 'utf8'), lines!.trimEnd().split('\n')));
    changed.push(file!);
  }
  outcome = JSON.parse(
    execFileSync(process.execPath, [SCRIPT, MEMBER, TEXT], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    }),
  );
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('a text that the recipe adds to an invoice', () => {
  it('touches at most four files', () => {
    expect(new Set(changed).size).toBe(changed.length);
    expect(changed.length).toBeLessThanOrEqual(4);
  });

  it('leaves no type error behind, so no other file lists the members', () => {
    const configuration = path.join(copy, 'tsconfig.json');
    const { compilerOptions } = JSON.parse(readFileSync(configuration, 'utf8'));
    writeFileSync(configuration, JSON.stringify({ compilerOptions, files: [SCRIPT] }));
    const { stdout } = spawnSync(process.execPath, [COMPILER, '-p', '.'], { cwd: copy, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('is accepted and documented, and refused in both languages if it is too long', () => {
    expect(outcome.accepted).toBe('checked');
    expect(outcome.documented).toMatchObject({
      [MEMBER]: {
        type: ['string', 'null'],
        maxLength: 100,
        description: 'Reference of the receiving advice (EN 16931 BT-15). Printed on the PDF.',
      },
    });
    expect(outcome.refused).toEqual([
      [
        "Receiving advice reference can't be longer than 100 characters",
        'Referencia del aviso de recepción: no puede tener más de 100 caracteres',
      ],
    ]);
  });

  it('is stored in a document of the latest version, and answered', () => {
    expect(outcome.stored).toMatchObject({ version: 5, references: { receivingAdvice: TEXT } });
    expect(outcome.answered).toMatchObject({ [MEMBER]: TEXT, project_reference: null });
  });

  it('is printed in every language', () => {
    for (const label of ['Aviso de recepción', 'Avís de recepció', 'Harrera-abisua', 'Receiving advice'])
      expect(Object.values(outcome.printed as object)).toContainEqual(
        expect.stringMatching(new RegExp(`${label}:.*${TEXT}`)),
      );
  });

  it('is stated in UBL, CII and Facturae', () => {
    const id = `<cbc:ID>${TEXT}</cbc:ID>`;
    expect(outcome.ubl).toContain(`<cac:ReceiptDocumentReference>${id}</cac:ReceiptDocumentReference>`);
    expect(outcome.cii).toContain(`<ram:IssuerAssignedID>${TEXT}</ram:IssuerAssignedID>`);
    expect(outcome.facturae).toContain(`Aviso de recepción: ${TEXT}.`);
  });
});
