import { readFileSync } from 'node:fs';
import { buildPythonTypes } from './build-python-types.ts';
import { buildExtensions, buildMembers, buildSchema, type Described } from './build-types.ts';

const ROOT = new URL('../../', import.meta.url);

/**
 * Builds every file of the clients that is generated from the OpenAPI document of version 2.
 * @returns the files with their texts.
 */
export async function buildGeneratedFiles(): Promise<{ readonly file: URL; readonly text: string }[]> {
  const text = readFileSync(new URL('src/generated/openapi-v2.json', ROOT), 'utf8');
  const document = JSON.parse(text) as Described;
  const locate = (name: string) => new URL(`clients/typescript/src/${name}`, ROOT);
  return [
    { file: locate('generated/schema.ts'), text: await buildSchema(document) },
    { file: locate('generated/members.ts'), text: buildMembers(document) },
    { file: locate('generated/extensions.ts'), text: buildExtensions() },
    {
      file: new URL('clients/python/src/invoice_batch_engine/types.py', ROOT),
      text: buildPythonTypes(document),
    },
  ];
}
