import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { buildLayerRules, LAB, PRODUCT } from './layer-rules.ts';

export type LayerReport = {
  /** The number of checked modules of the product. */
  readonly modules: number;
  /** One line for each import that breaks a rule. */
  readonly violations: readonly string[];
};

/** Checks every import of the product and of ops below a directory. */
export async function findLayerViolations(root: string): Promise<LayerReport> {
  const { output } = await cruise([...PRODUCT, 'ops', LAB], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: buildLayerRules() },
    // Type imports count, because they also couple layers.
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    doNotFollow: { path: 'node_modules' },
    // Excludes generated files, the tests of packages, and modules for browsers, which import
    // addresses instead of files.
    exclude: {
      path: `^(clients|packages)/[^/]+/(dist|test)/|^${LAB}/node_modules/|^src/dashboard/pages/browser/`,
    },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  const { modules, summary } = output as ICruiseResult;
  const own = modules.filter(({ source }) => PRODUCT.some((folder) => source.startsWith(`${folder}/`)));
  return {
    modules: own.length,
    violations: summary.violations.map(({ from, to, rule }) => `${from} → ${to}  (${rule.name})`),
  };
}
