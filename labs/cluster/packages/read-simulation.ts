/**
 * Reads the output of `apt-get install --simulate`.
 * @returns the packages that it would install or upgrade, as `name=version`.
 */
export function listMissingPackages(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+)(?: \[[^\]]*\])? \((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
}
