import type { IForbiddenRuleType } from 'dependency-cruiser';
import labPackage from '../../labs/package.json' with { type: 'json' };
import { type Layer, LAYERS } from './layers.ts';
import { PACKAGE_HOMES, type PackageHome, PURE_LAYERS } from './package-homes.ts';

/** The product, its packages and its clients, which must run without development dependencies. */
export const PRODUCT = ['src', 'workers', 'migrations', 'packages', 'clients'] as const;

/** The programs for maintainers only; their packages have a separate lockfile. */
export const LAB = 'labs';
const OWN = `^(${[...PRODUCT, 'ops', LAB, 'test'].join('|')})/|^package\\.json$`;
const LAB_PACKAGES = `^(?:${Object.keys(labPackage.dependencies).join('|')})$`;

/** Builds dependency-cruiser's rules from the tables. */
export function buildLayerRules(): IForbiddenRuleType[] {
  return [
    ...Object.entries(LAYERS).flatMap(buildLayerPair),
    ...PACKAGE_HOMES.flatMap(buildHomePair),
    ...Object.entries(PURE_LAYERS).map(buildPureRule),
    {
      name: 'layer-without-a-rule',
      comment: 'Every folder is in the table of ops/lint/layers.ts',
      severity: 'error',
      from: { path: `^(${PRODUCT.join('|')})/`, pathNot: Object.keys(LAYERS).map(matchPlace) },
      to: {},
    },
    {
      name: 'nothing-imports-workers',
      severity: 'error',
      from: { path: '^(src|migrations|ops)/' },
      to: { path: '^workers/' },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-the-lab',
      comment: 'Only the lab may import the lab, whose packages are installed on its first use',
      severity: 'error',
      from: { pathNot: `^${LAB}/` },
      to: { path: `^${LAB}/.*\\.ts$` },
    },
    { name: 'not-found', severity: 'error', from: { pathNot: `^${LAB}/` }, to: { couldNotResolve: true } },
    {
      name: 'not-found in the lab',
      comment: 'Its own packages are installed by its commands',
      severity: 'error',
      from: { path: `^${LAB}/` },
      to: { couldNotResolve: true, pathNot: LAB_PACKAGES },
    },
    {
      name: 'product-without-development-packages',
      severity: 'error',
      from: { path: `^(${PRODUCT.join('|')})/` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ];
}

/** The folders of packages that have homes, as other packages. */
const HOUSED = PACKAGE_HOMES.map(({ packages }) => packages).filter(isFolder);

function isFolder(packages: string): boolean {
  return packages.startsWith('packages/');
}

/** Builds a rule for all imports, and a stricter one for imports other than types. */
function buildLayerPair([name, { imports, knows = [] }]: [string, Layer]): IForbiddenRuleType[] {
  const from = { path: matchPlace(name), pathNot: findInnerPlaces(name) };
  const allowed = [name, ...imports].map(matchPlace);
  const known = knows.map(matchPlace);
  return [
    {
      name: `layer ${name}`,
      severity: 'error',
      from,
      to: { path: OWN, pathNot: [...allowed, ...known, ...HOUSED.map(matchPlace)] },
    },
    ...(known.length === 0
      ? []
      : [
          {
            name: `layer ${name}: types only`,
            severity: 'error' as const,
            from,
            to: { path: known, pathNot: allowed, dependencyTypesNot: ['type-only' as const] },
          },
        ]),
  ];
}

function buildHomePair({ packages, homes, types = [] }: PackageHome): IForbiddenRuleType[] {
  const product = `^(${PRODUCT.join('|')})/`;
  const path = isFolder(packages) ? matchPlace(packages) : `^node_modules/(@types/)?${packages}/`;
  return [
    {
      name: `home of ${packages}`,
      severity: 'error',
      from: { path: product, pathNot: [...homes, ...types].map(matchPlace) },
      to: { path },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `home of ${packages}: types only`,
            severity: 'error' as const,
            from: { path: types.map(matchPlace), pathNot: homes.map(matchPlace) },
            to: { path, dependencyTypesNot: ['type-only' as const] },
          },
        ]),
  ];
}

function buildPureRule([name, packages]: [string, readonly string[]]): IForbiddenRuleType {
  return {
    name: `pure ${name}`,
    severity: 'error',
    from: { path: matchPlace(name), pathNot: findInnerPlaces(name) },
    to: { pathNot: [OWN, ...packages.flatMap((name_) => [`^node_modules/${name_}/`, `^(node:)?${name_}$`])] },
  };
}

/** Finds the layers inside another layer, which have their own rules. */
function findInnerPlaces(name: string): string[] {
  return Object.keys(LAYERS)
    .filter((other) => other.startsWith(`${name}/`))
    .map(matchPlace);
}

/** Builds the pattern for a folder with its contents, or for one file. */
function matchPlace(place: string): string {
  const literal = place.replaceAll('.', '\\.');
  return /\.\w+$/.test(place) ? `^${literal}$` : `^${literal}/`;
}
