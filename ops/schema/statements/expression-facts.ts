import type { Catalog } from './catalog.ts';
import { all, constant, type Facts, nameJsonType, NEUTRAL, NEVER_NULL, some, UNKNOWN } from './facts.ts';
import {
  isNode,
  listNodes,
  listOf,
  readNumber,
  readText,
  type TreeNode,
  type TreeValue,
} from './node-tree.ts';
import { givesOneRow, isFilteredBy, listArms, listOutput } from './query-parts.ts';

/*
 * Derives facts about the columns of an analyzed query. A value counts as possibly null unless the
 * query itself shows that it is not. Other facts can be declared in the SQL file; a guess could
 * produce a wrong type.
 */

/** The facts that a statement declares about a parameter. */
export type DeclaredParameter = { readonly isNullable: boolean; readonly hasNullItems: boolean };

/** The context in which expressions are judged. */
export type Knowledge = { readonly catalog: Catalog; readonly parameters: readonly DeclaredParameter[] };

/** The enclosing queries of an expression, the innermost last. */
type Scope = readonly TreeNode[];

/** Functions that return null only if one of their arguments is null. */
const TOTAL_FUNCTIONS = new Set(
  `abs age array_length array_to_string bit_length btrim cardinality concat concat_ws convert_from convert_to
   date_part date_trunc decode div encode extract floor ceil format int4 int8 float8 json_build_array json_build_object jsonb_build_object left length
   lower lpad ltrim make_interval md5 now octet_length nextval random regexp_replace repeat replace right round row_to_json rpad rtrim set_config sha256
   starts_with statement_timestamp clock_timestamp substr substring text timestamptz timezone to_char to_date to_hex to_json to_jsonb to_timestamp trunc
   txid_current upper bool numeric date generate_series`.split(/\s+/),
);
const NUMBERING_WINDOWS = new Set(['row_number', 'rank', 'dense_rank', 'count']);
/** JSON operators that return null if a member is missing. */
const MEMBER_OPERATOR = /^jsonb?_(?:object_field|array_element|extract_path)/;

const RELATION = 0;
const SUBQUERY = 1;
const JOIN = 2;
const FUNCTION = 3;
const VALUES = 5;
const CTE = 6;
const GROUP = 9;

/** Returns the columns of a query by name, in order. */
export function describeColumns(query: TreeNode, knowledge: Knowledge): { name: string; facts: Facts }[] {
  const judge = openJudge(knowledge);
  return listOutput(query).map((entry, index) => ({
    name: readText(entry, 'resname'),
    facts: judge.column([query], index),
  }));
}

function openJudge({ catalog, parameters }: Knowledge) {
  const underWay = new Set<string>();
  /** Returns the name of a function of PostgreSQL; empty for a function of the engine. */
  const nameFunction = (node: TreeNode, field: string) =>
    catalog.functionNames.get(readText(node, field)) ?? '';
  const keys = new Map<TreeNode, number>();

  /** Returns the facts of a column of the innermost query of a scope. */
  function column(scope: Scope, index: number): Facts {
    const query = scope.at(-1)!;
    if (!keys.has(query)) keys.set(query, keys.size);
    const key = `${keys.get(query)} ${index}`;
    // A recursive reference adds no facts to those of the first part of the query.
    if (underWay.has(key)) return NEUTRAL;
    underWay.add(key);
    try {
      const operation = query.fields['setOperations'];
      if (isNode(operation)) return all(listArms(operation).map((arm) => tableColumn(scope, arm, index + 1)));
      const entry = listOutput(query)[index];
      return entry === undefined ? UNKNOWN : judge(entry.fields['expr'], scope);
    } finally {
      underWay.delete(key);
    }
  }

  /** Returns the facts of a column of a table in the innermost query of a scope. */
  function tableColumn(scope: Scope, table: number, number: number): Facts {
    const entry = listNodes(scope.at(-1)!.fields['rtable'])[table - 1]!;
    const { fields } = entry;
    switch (readNumber(entry, 'rtekind')) {
      case RELATION: {
        const place = `${readText(entry, 'relid')} ${number}`;
        const isNotNull = number === 0 || catalog.notNullColumns.has(place);
        return {
          isNotNull,
          areItemsNotNull: true,
          literals: catalog.literalsOf.get(place) ?? null,
          json: null,
        };
      }
      case SUBQUERY:
        return column([...scope, fields['subquery'] as TreeNode], number - 1);
      case JOIN:
        return judge((fields['joinaliasvars'] as readonly TreeValue[])[number - 1], scope);
      case GROUP:
        return judge((fields['groupexprs'] as readonly TreeValue[])[number - 1], scope);
      case VALUES:
        return all(
          (fields['values_lists'] as readonly (readonly TreeValue[])[]).map((row) =>
            judge(row[number - 1], scope),
          ),
        );
      case CTE: {
        const outer = scope.slice(0, scope.length - readNumber(entry, 'ctelevelsup'));
        const found = listNodes(outer.at(-1)!.fields['cteList']).find(
          (cte) => cte.fields['ctename'] === fields['ctename'],
        );
        return column([...outer, found!.fields['ctequery'] as TreeNode], number - 1);
      }
      case FUNCTION:
        return functionColumn(entry, number, scope);
      default:
        return UNKNOWN;
    }
  }

  /** Returns the facts of a column of functions in FROM: items of arrays, and their positions. */
  function functionColumn(entry: TreeNode, number: number, scope: Scope): Facts {
    let before = 0;
    for (const { fields } of listNodes(entry.fields['functions'])) {
      const count = Number(fields['funccolcount']);
      if (number <= before + count) {
        const call = fields['funcexpr'];
        if (!isNode(call, 'FUNCEXPR') || count !== 1) return UNKNOWN;
        const name = nameFunction(call, 'funcid');
        const facts = all(listNodes(call.fields['args']).map((argument) => judge(argument, scope)));
        if (name === 'unnest') return { ...NEVER_NULL, isNotNull: facts.areItemsNotNull };
        return { ...UNKNOWN, isNotNull: name === 'generate_series' && facts.isNotNull };
      }
      before += count;
    }
    return { ...UNKNOWN, isNotNull: entry.fields['funcordinality'] === 'true' };
  }

  function judge(value: TreeValue | undefined, scope: Scope): Facts {
    if (!isNode(value)) return UNKNOWN;
    const { tag, fields } = value;
    const judged = (field: string) => listOf(fields[field]).map((item) => judge(item, scope));
    switch (tag) {
      case 'VAR':
        return variable(value, scope);
      case 'CONST':
        return constant(value);
      case 'PARAM': {
        const declared = parameters[readNumber(value, 'paramid') - 1];
        return {
          ...UNKNOWN,
          isNotNull: declared?.isNullable === false,
          areItemsNotNull: declared?.hasNullItems === false,
        };
      }
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
        return judge(fields['arg'], scope);
      case 'COALESCEEXPR':
        return some(judged('args'));
      case 'MINMAXEXPR':
        return { ...some(judged('args')), literals: null };
      case 'CASEEXPR': {
        const results = listNodes(fields['args']).map((when) => judge(when.fields['result'], scope));
        return all([...results, judge(fields['defresult'], scope)]);
      }
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'SQLVALUEFUNCTION':
      case 'ROWEXPR':
        return NEVER_NULL;
      case 'ARRAYEXPR':
        return { ...NEVER_NULL, areItemsNotNull: all(judged('elements')).isNotNull };
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return { ...UNKNOWN, isNotNull: all(judged('args')).isNotNull };
      case 'OPEXPR': {
        const name = nameFunction(value, 'opfuncid');
        const isTotal = name !== '' && !MEMBER_OPERATOR.test(name);
        return { ...UNKNOWN, isNotNull: isTotal && all(judged('args')).isNotNull };
      }
      case 'FUNCEXPR': {
        const name = nameFunction(value, 'funcid');
        // The function of a cast preserves the facts of its argument.
        const isCast = fields['funcformat'] !== '0' && fields['funcformat'] !== '3';
        if (/^jsonb?_build_object$/.test(name)) return { ...NEVER_NULL, json: describeObject(value, scope) };
        if (isCast) return { ...judged('args')[0]!, literals: null };
        return {
          ...UNKNOWN,
          isNotNull: TOTAL_FUNCTIONS.has(name) && all(judged('args')).isNotNull,
        };
      }
      case 'AGGREF':
        return aggregate(value, scope);
      case 'WINDOWFUNC':
        return {
          ...UNKNOWN,
          isNotNull: NUMBERING_WINDOWS.has(nameFunction(value, 'winfnoid')),
        };
      case 'SUBLINK':
        return sublink(value, scope);
      case 'SUBSCRIPTINGREF': {
        // A slice is never null; a missing item is.
        const array = judge(fields['refexpr'], scope);
        return fields['reflowerindexpr'] === null ? { ...UNKNOWN, json: array.json } : array;
      }
      default:
        return UNKNOWN;
    }
  }

  function variable(node: TreeNode, scope: Scope): Facts {
    const table = readNumber(node, 'varno');
    const number = readNumber(node, 'varattno');
    const owner = scope.slice(0, scope.length - readNumber(node, 'varlevelsup'));
    const facts = tableColumn(owner, table, number);
    // The nullable side of an outer join, or the row before a change.
    if (listOf(node.fields['varnullingrels']).length > 1 || node.fields['varreturningtype'] === '1')
      return { ...facts, isNotNull: isFilteredBy(owner.at(-1)!, table, number) };
    return { ...facts, isNotNull: facts.isNotNull || isFilteredBy(owner.at(-1)!, table, number) };
  }

  /**
   * Returns the type of an object that a call builds from alternating keys and values; null if it
   * is unknown.
   */
  function describeObject(call: TreeNode, scope: Scope): string | null {
    const args = listNodes(call.fields['args']);
    const members = args.flatMap((node, index) => {
      if (index % 2 === 0) return [];
      const [key] = judge(args[index - 1], scope).literals ?? [];
      const { isNotNull, literals } = judge(node, scope);
      const type = literals?.length ? literals.map((text) => `'${text}'`).join(' | ') : nameJsonType(node);
      return key === undefined || type === undefined
        ? [null]
        : [`readonly ${key}: ${type}${isNotNull ? '' : ' | null'}`];
    });
    return members.includes(null) ? null : `{ ${members.join('; ')} }`;
  }

  function aggregate(node: TreeNode, scope: Scope): Facts {
    const { fields } = node;
    const name = nameFunction(node, 'aggfnoid');
    if (name === 'count') return NEVER_NULL;
    // The expressions of ORDER BY follow the arguments.
    const args = listNodes(fields['args']).filter((entry) => entry.fields['resjunk'] === 'false');
    const inner = all(args.map((entry) => judge(entry.fields['expr'], scope)));
    const query = scope.at(-1)!;
    // A group has at least one row.
    const isOfRows = fields['aggfilter'] === null && listOf(query.fields['groupClause']).length > 0;
    const isNotNull = isOfRows && (inner.isNotNull || name === 'array_agg');
    return {
      isNotNull,
      areItemsNotNull: inner.isNotNull,
      literals: null,
      json: name === 'array_agg' ? inner.json : null,
    };
  }

  function sublink(node: TreeNode, scope: Scope): Facts {
    const query = node.fields['subselect'] as TreeNode;
    const inner = () => column([...scope, query], 0);
    switch (readText(node, 'subLinkType')) {
      // exists (…)
      case '0':
        return NEVER_NULL;
      // A single value.
      case '4':
        return { ...inner(), isNotNull: givesOneRow(query) && inner().isNotNull };
      // array (…)
      case '6':
        return { ...NEVER_NULL, areItemsNotNull: inner().isNotNull, json: inner().json };
      default:
        return UNKNOWN;
    }
  }

  return { column };
}
