import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildGeneratedFiles } from '../../ops/client/generated-files.ts';

const files = await buildGeneratedFiles();

it.each(files.map(({ file, text }) => [path.basename(fileURLToPath(file)), file, text] as const))(
  'a generated file of the client agrees with the OpenAPI document: %s',
  (_, file, text) => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
