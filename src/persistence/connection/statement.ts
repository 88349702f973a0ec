import { readFileSync } from 'node:fs';

export type Statement = { readonly name: string; readonly text: string };

/**
 * Gives the reader of the statements that stand beside a module: `<name>.sql`, each once per process. The name makes it a prepared
 * statement, parsed and planned once per connection, so no two have the same one.
 * @param module the module's `import.meta.url`.
 */
export function statementsBeside(module: string): (name: string) => Statement {
  return (name) => ({ name, text: readFileSync(new URL(`${name}.sql`, module), 'utf8') });
}
