/**
 * Reads what `apt-get install --simulate` says.
 * @returns the packages that it would install or renew, as `name=version`.
 */
export function listMissingPackages(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+)(?: \[[^\]]*\])? \((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
}
