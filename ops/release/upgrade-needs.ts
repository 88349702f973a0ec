/** The changes of a release that concern an upgrade. */
export type UpgradeNeeds = {
  readonly migrations: readonly string[];
  readonly newSettings: readonly string[];
  readonly goneSettings: readonly string[];
  /** The notes of the changelog about upgrading. */
  readonly notes: string;
};

/**
 * Lists the settings of a version.
 * @param page its docs/settings.md, whose table has a row for each.
 */
export function listSettings(page: string): string[] {
  return [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name!);
}

/** Lists the migrations among the files of `migrations/`. */
export function listMigrations(files: readonly string[]): string[] {
  return files.flatMap((file) => /^migrations\/(\d{4}-[\w-]+)\.sql$/.exec(file)?.[1] ?? []).toSorted();
}

/**
 * Describes what an upgrade needs, for the terminal.
 * @param since the previous version; null if there is none.
 */
export function describeNeeds(needs: UpgradeNeeds, since: string | null): string {
  const rows = [
    ['migrations', needs.migrations, 'none: npm run migrate changes nothing'],
    ['new settings', needs.newSettings, 'none'],
    ['settings that are gone', needs.goneSettings, 'none'],
  ] as const;
  const title =
    since === null
      ? 'There is no earlier version: the changelog begins with this one'
      : `From ${since} an upgrade needs`;
  return [
    title,
    ...rows.map(([name, found, none]) => `  ${name}: ${found.length > 0 ? found.join(', ') : none}`),
    ...(needs.notes === '' ? [] : ['  and, from the changelog:', ...indent(needs.notes)]),
  ].join('\n');
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`);
}
