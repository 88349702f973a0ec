import { readFileSync } from 'node:fs';

export type Statement = { readonly name: string; readonly text: string };

/**
 * Reads `sql/<name>.sql`, once per process. The name makes it a prepared statement: parsed and planned once per connection.
 */
export function loadStatement(name: string): Statement {
  return { name, text: readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8') };
}
