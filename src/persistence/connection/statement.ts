import { readFileSync } from 'node:fs';

export type Statement = { readonly name: string; readonly text: string };

/**
 * Gives the reader of the statements that stand beside a module: `<name>.sql`, each once per process. The name makes it a prepared
 * statement, parsed and planned once per connection, so no two have the same one. Nobody may change it: a pool of `pg` writes its callback into what
 * it is given, and the next one to use it would have no answer. So what is asked is always a copy: `{ ...STATEMENT, values }`.
 * @param module the module's `import.meta.url`.
 */
export function statementsBeside(module: string): (name: string) => Statement {
  return (name) => Object.freeze({ name, text: readFileSync(new URL(`${name}.sql`, module), 'utf8') });
}
