import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NEWEST_CODEC, type LiteralTable } from '../../../src/platform/literals/codecs.ts';
import { compressLiterals } from '../../../src/platform/literals/literal-block.ts';
import type { Literal } from '../../../src/platform/literals/payload.ts';

/** A literal block as a release wrote it. */
export type GoldenBlock = {
  readonly table: LiteralTable;
  readonly literals: readonly Literal[];
  readonly sha256: string;
  /** Base64. */
  readonly content: string;
};

const locate = (codec: number) => new URL(`codec-${codec}.json`, import.meta.url);

const SAMPLES: readonly { readonly table: LiteralTable; readonly literals: readonly Literal[] }[] = [
  {
    table: 'documents',
    literals: [{ position: 0, text: '{"version":2,"number":"A/1","concept":"Niño 🧾 — ñ"}' }],
  },
  {
    table: 'documents',
    literals: [
      { position: 64, text: '' },
      { position: 70, text: '{"number":"A/71"}' },
      { position: 127, text: '{"number":"A/128","issuer":{"nif":"B12345674"}}' },
    ],
  },
  {
    table: 'records',
    literals: [
      { position: 998, text: '<si:RegistroAlta><si:IDVersion>1.0</si:IDVersion></si:RegistroAlta>' },
      { position: 999, text: '<si:RegistroAlta>&amp; 💶</si:RegistroAlta>' },
    ],
  },
];

/**
 * Reads the blocks that each codec that ever existed made of the same literals. UPDATE_GOLDEN
 * writes those of the newest codec once and never again.
 */
export async function readGoldenBlocks(): Promise<
  { readonly codec: number; readonly blocks: readonly GoldenBlock[] }[]
> {
  if (process.env['UPDATE_GOLDEN'] && !existsSync(locate(NEWEST_CODEC))) {
    const blocks: GoldenBlock[] = [];
    for (const { table, literals } of SAMPLES) {
      const { sha256, content } = await compressLiterals(table, literals);
      blocks.push({ table, literals, sha256: sha256.toString('hex'), content: content.toString('base64') });
    }
    writeFileSync(locate(NEWEST_CODEC), `${JSON.stringify(blocks, null, 2)}\n`);
  }
  return Array.from({ length: NEWEST_CODEC }, (_none, index) => ({
    codec: index + 1,
    blocks: JSON.parse(readFileSync(locate(index + 1), 'utf8')) as GoldenBlock[],
  }));
}
