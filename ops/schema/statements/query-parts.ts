import { isNode, listNodes, listOf, readNumber, type TreeNode, type TreeValue } from './node-tree.ts';

/* The parts of an analyzed query. */

/** The entries of what a query gives: of a statement that changes rows those that it returns. */
export function listOutput({ fields }: TreeNode): TreeNode[] {
  const isSelect = fields['commandType'] === '1';
  return listNodes(fields[isSelect ? 'targetList' : 'returningList']).filter(
    (entry) => entry.fields['resjunk'] === 'false',
  );
}

/** The tables whose rows `union` and the like put together, by their places. */
export function listArms(operation: TreeNode): number[] {
  return [operation.fields['larg'], operation.fields['rarg']].flatMap((arm) => {
    if (!isNode(arm)) return [];
    return arm.tag === 'RANGETBLREF' ? [readNumber(arm, 'rtindex')] : listArms(arm);
  });
}

/** Whether a query always gives a row: it counts or sums up, without groups. */
export function givesOneRow({ fields }: TreeNode): boolean {
  const isWhole = fields['hasAggs'] === 'true' && listOf(fields['groupClause']).length === 0;
  return isWhole && fields['havingQual'] === null && fields['limitOffset'] === null;
}

/** Whether the conditions of a query let no row through that has null in a column. */
export function isFilteredBy(query: TreeNode, table: number, number: number): boolean {
  const from = query.fields['jointree'];
  // The condition of a change is about the row before it.
  if (!isNode(from) || readNumber(query, 'resultRelation') === table) return false;
  const isColumn = (value: TreeValue | undefined): boolean => {
    if (isNode(value, 'RELABELTYPE')) return isColumn(value.fields['arg']);
    return (
      isNode(value, 'VAR') &&
      readNumber(value, 'varno') === table &&
      readNumber(value, 'varattno') === number &&
      value.fields['varlevelsup'] === '0'
    );
  };
  const holds = (condition: TreeValue | undefined): boolean => {
    if (!isNode(condition)) return false;
    const { tag, fields } = condition;
    if (tag === 'BOOLEXPR' && fields['boolop'] === 'and') return listOf(fields['args']).some(holds);
    if (tag === 'NULLTEST') return fields['nulltesttype'] === '1' && isColumn(fields['arg']);
    // A comparison with null is not true.
    return tag === 'OPEXPR' && listOf(fields['args']).some(isColumn);
  };
  return listConditions(from).some(holds);
}

const INNER_JOIN = '0';
const LEFT_JOIN = '1';

/** The conditions that all rows of a query's tables meet: its own, those of its inner joins, and those of what an outer join leaves as it is. */
function listConditions(from: TreeNode): TreeValue[] {
  const { tag, fields } = from;
  const listInner = (parts: readonly (TreeValue | undefined)[]) =>
    parts.flatMap((part) => (isNode(part) ? listConditions(part) : []));
  if (tag === 'FROMEXPR') return [fields['quals'] ?? null, ...listInner(listOf(fields['fromlist']))];
  if (fields['jointype'] === INNER_JOIN)
    return [fields['quals'] ?? null, ...listInner([fields['larg'], fields['rarg']])];
  return fields['jointype'] === LEFT_JOIN ? listInner([fields['larg']]) : [];
}
