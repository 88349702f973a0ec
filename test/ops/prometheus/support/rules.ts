import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const FOLDER = new URL('../../../../ops/prometheus/', import.meta.url);

export type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
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

/** The tests that promtool runs. @param file in ops/prometheus. */
export function readRuleTests(file: string): RuleTest[] {
  return (parse(readFileSync(new URL(file, FOLDER), 'utf8')) as { tests: RuleTest[] }).tests;
}

/** Words of PromQL that stand where a metric might. */
const WORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

export type Selector = { readonly metric: string; readonly labels: readonly string[] };

/**
 * The metrics that an expression asks for, with the labels that it asks them for; of `by (…)` the labels alone, as those of no metric. Enough of PromQL for
 * our rules and panels: promtool, where it is, knows the rest.
 */
export function listSelectors(expr: string): { selectors: Selector[]; grouped: string[] } {
  const grouped: string[] = [];
  const bare = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
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
    return [{ metric, labels }];
  });
  return { selectors, grouped: grouped.filter((name) => name !== '') };
}
