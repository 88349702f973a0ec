import { isNode, listNodes, listOf, readNumber, type TreeNode, type TreeValue } from './node-tree.ts';

/* The parts of an analyzed query. */

/**
 * Returns the entries of a query's result; for a statement that changes rows, those of RETURNING.
 */
export function listOutput({ fields }: TreeNode): TreeNode[] {
  const isSelect = fields['commandType'] === '1';
  return listNodes(fields[isSelect ? 'targetList' : 'returningList']).filter(
    (entry) => entry.fields['resjunk'] === 'false',
  );
}

/** Returns the positions of the tables whose rows `union` and the like combine. */
export function listArms(operation: TreeNode): number[] {
  return [operation.fields['larg'], operation.fields['rarg']].flatMap((arm) => {
    if (!isNode(arm)) return [];
    return arm.tag === 'RANGETBLREF' ? [readNumber(arm, 'rtindex')] : listArms(arm);
  });
}

/** Returns whether a query always returns a row, because it aggregates without groups. */
export function givesOneRow({ fields }: TreeNode): boolean {
  const isWhole = fields['hasAggs'] === 'true' && listOf(fields['groupClause']).length === 0;
  return isWhole && fields['havingQual'] === null && fields['limitOffset'] === null;
}

/** Returns whether the conditions of a query exclude all rows with null in a column. */
export function isFilteredBy(query: TreeNode, table: number, number: number): boolean {
  const from = query.fields['jointree'];
  // The condition of a change concerns the row before the change.
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

/**
 * Returns the conditions that hold for all rows of a query: its own, those of its inner joins, and
 * those on the preserved side of an outer join.
 */
function listConditions(from: TreeNode): TreeValue[] {
  const { tag, fields } = from;
  const listInner = (parts: readonly (TreeValue | undefined)[]) =>
    parts.flatMap((part) => (isNode(part) ? listConditions(part) : []));
  if (tag === 'FROMEXPR') return [fields['quals'] ?? null, ...listInner(listOf(fields['fromlist']))];
  if (fields['jointype'] === INNER_JOIN)
    return [fields['quals'] ?? null, ...listInner([fields['larg'], fields['rarg']])];
  return fields['jointype'] === LEFT_JOIN ? listInner([fields['larg']]) : [];
}
