import { readFileSync } from 'node:fs';
import { buildMembers, buildSchema, type Described } from './build-types.ts';

const ROOT = new URL('../../', import.meta.url);

/** Builds every file of the client that is generated from the OpenAPI document. @returns the files with their texts. */
export async function buildGeneratedFiles(): Promise<{ readonly file: URL; readonly text: string }[]> {
  const document = JSON.parse(readFileSync(new URL('src/contracts/openapi.json', ROOT), 'utf8')) as Described;
  const locate = (name: string) => new URL(`clients/typescript/src/${name}`, ROOT);
  return [
    { file: locate('schema.ts'), text: await buildSchema(document) },
    { file: locate('cli/members.ts'), text: buildMembers(document) },
  ];
}
