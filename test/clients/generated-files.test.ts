import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildGeneratedFiles } from '../../ops/client/generated-files.ts';
import { LANGUAGES } from './support/languages.ts';

const files = await buildGeneratedFiles();

it.each(files.map(({ file, text }) => [path.basename(fileURLToPath(file)), file, text] as const))(
  'a generated file of the client agrees with the OpenAPI document: %s',
  (_, file, text) => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

const { program: python } = LANGUAGES.find(({ name }) => name === 'Python')!;

it.skipIf(!python)(
  'the types of the client in Python are valid Python, whatever the names of members',
  () => {
    const source = path.resolve(import.meta.dirname, '../../clients/python/src');
    const program = `
import typing
from invoice_batch_engine import types
shapes = [shape for shape in vars(types).values() if hasattr(shape, "__total__")]
print(sum(len(typing.get_type_hints(shape)) > 0 for shape in shapes), "from" in typing.get_type_hints(types.IssuedBook))`;
    const env = { PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: '1' };
    const [count, hasKeyword] = execFileSync(python!, ['-c', program], { env, encoding: 'utf8' }).split(/\s/);
    expect(Number(count)).toBeGreaterThan(100);
    expect(hasKeyword).toBe('True');
  },
);
