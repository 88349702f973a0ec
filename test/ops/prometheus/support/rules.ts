import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FOLDER = new URL('../../../../ops/prometheus/', import.meta.url);

export type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string; readonly job: string };
  readonly annotations: Readonly<Record<string, string>>;
};

/** The alerts of `ops/prometheus/alerts.yml`. */
export function readAlerts(): Alert[] {
  const { groups } = parse(readFileSync(new URL('alerts.yml', FOLDER), 'utf8')) as {
    groups: { rules: Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export type RuleTest = {
  readonly name: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly promql_expr_test: readonly {
    readonly expr: string;
    readonly exp_samples: readonly { readonly value: number }[];
  }[];
};

/** Reads the tests that promtool runs. @param file the name of a file in ops/prometheus. */
export function readRuleTests(file: string): RuleTest[] {
  return (parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { tests: RuleTest[] }).tests;
}

/** Keywords of PromQL that look like metrics. */
const WORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** The job of the engine's targets, in ops/prometheus and in Kubernetes. */
export const JOB = 'invoice-engine';

export type Selector = {
  readonly metric: string;
  readonly labels: readonly string[];
  /** Whether it selects only series of the engine's own job. */
  readonly isOwn: boolean;
};

/**
 * Lists the metrics of an expression with the labels that it uses. The labels of `by (…)` belong to
 * no metric. Parses only the part of PromQL that our rules and panels use; promtool checks the
 * rest.
 */
export function listSelectors(expr: string): { selectors: Selector[]; grouped: string[] } {
  const grouped: string[] = [];
  const bare = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => (text === `"${JOB}"` ? text : '""'))
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_all, names: string) => {
      grouped.push(...names.split(',').map((name) => name.trim()));
      return '';
    });
  const found = bare.matchAll(/\b([a-zA-Z_]\w*)\b(?:\{([^}]*)\})?(?!\s*\()(?!\w)/g);
  const selectors = [...found].flatMap(([, metric = '', matchers]) => {
    const isInside = matchers === undefined && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/i.test(metric);
    if (isInside || WORDS.has(metric)) return [];
    const labels = [...(matchers ?? '').matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, name]) => name!);
    const isOwn = new RegExp(`(?:^|[,\\s])job="${JOB}"`).test(matchers ?? '');
    return [{ metric, labels, isOwn }];
  });
  return { selectors, grouped: grouped.filter((name) => name !== '') };
}
