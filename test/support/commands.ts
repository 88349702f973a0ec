import { readFileSync } from 'node:fs';

/** What `npm run` has for operators, read where it stands: each name with its program. */
export function readCommands(): Map<string, string> {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return new Map(
    Object.entries(scripts).flatMap(([name, line]) => {
      const program = /\bops\/(?:cli\/[\w-]+|checker\/main|migrate)\.ts$/.exec(line)?.[0];
      return program === undefined ? [] : [[name, program] as const];
    }),
  );
}
