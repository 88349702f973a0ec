import { readFileSync } from 'node:fs';

/** Returns the recipes of a page of docs: each heading with the JSON body under it. */
export function listRecipes(page: string): { readonly heading: string; readonly body: unknown }[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const recipes = text.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?^```json\n([\s\S]*?)^```$/gm);
  return [...recipes].map(([, heading = '', body = '']) => ({ heading, body: JSON.parse(body) as unknown }));
}
