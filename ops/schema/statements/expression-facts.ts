import type { Catalog } from './catalog.ts';
import { isNode, listNodes, readNumber, readText, type TreeNode, type TreeValue } from './node-tree.ts';

/*
 * What an analyzed query says of the values of its columns. A value counts as possibly null unless the query itself shows that it is not: what is not known
 * here can be told in the SQL file, and a wrong guess would be a type that lies.
 */

export type Facts = {
  readonly isNotNull: boolean;
  /** Of an array: none of its items is null. */
  readonly areItemsNotNull: boolean;
  /** The only texts that the value can be; null where any may come. */
  readonly literals: readonly string[] | null;
};

/** What a statement declares of a parameter. */
export type DeclaredParameter = { readonly isNullable: boolean; readonly hasNullItems: boolean };

/** What expressions are judged by. */
export type Knowledge = { readonly catalog: Catalog; readonly parameters: readonly DeclaredParameter[] };

/** The queries around an expression, the innermost last. */
type Scope = readonly TreeNode[];

const UNKNOWN: Facts = { isNotNull: false, areItemsNotNull: false, literals: null };
/** Items of a stored array count as not null: PostgreSQL has no way to declare it, and a null in one of ours would be a defect. */
const NEVER_NULL: Facts = { isNotNull: true, areItemsNotNull: true, literals: null };
/** What adds nothing to others. */
const NEUTRAL: Facts = { isNotNull: true, areItemsNotNull: true, literals: [] };

/** Functions that are null only where one of their arguments is. */
const TOTAL_FUNCTIONS = new Set(
  `abs age array_length array_to_string bit_length btrim cardinality concat concat_ws convert_from convert_to
   date_part date_trunc decode div encode extract floor ceil format int4 int8 float8 json_build_array json_build_object jsonb_build_object left length
   lower lpad ltrim make_interval md5 now octet_length nextval random repeat replace right round row_to_json rpad rtrim set_config sha256
   starts_with statement_timestamp clock_timestamp substr substring text timestamptz timezone to_char to_date to_hex to_json to_jsonb to_timestamp trunc
   txid_current upper bool numeric date generate_series`.split(/\s+/),
);
const NUMBERING_WINDOWS = new Set(['row_number', 'rank', 'dense_rank', 'count']);
/** Operators of JSON that are null where a member is not there. */
const MEMBER_OPERATOR = /^jsonb?_(?:object_field|array_element|extract_path)/;

const RELATION = 0;
const SUBQUERY = 1;
const JOIN = 2;
const FUNCTION = 3;
const VALUES = 5;
const CTE = 6;
const GROUP = 9;

/** The columns that a query gives, by their names in their order. */
export function describeColumns(query: TreeNode, knowledge: Knowledge): { name: string; facts: Facts }[] {
  const judge = openJudge(knowledge);
  return listOutput(query).map((entry, index) => ({
    name: readText(entry, 'resname'),
    facts: judge.column([query], index),
  }));
}

/** The entries of what a query gives: of a statement that changes rows those that it returns. */
function listOutput({ fields }: TreeNode): TreeNode[] {
  const isSelect = fields['commandType'] === '1';
  return listNodes(fields[isSelect ? 'targetList' : 'returningList']).filter(
    (entry) => entry.fields['resjunk'] === 'false',
  );
}

function openJudge({ catalog, parameters }: Knowledge) {
  const underWay = new Set<string>();
  /** The name of a function of PostgreSQL's own; empty of one of ours. */
  const nameFunction = (node: TreeNode, field: string) =>
    catalog.functionNames.get(readText(node, field)) ?? '';
  const keys = new Map<TreeNode, number>();

  /** Facts of a column of the innermost query of a scope. */
  function column(scope: Scope, index: number): Facts {
    const query = scope.at(-1)!;
    if (!keys.has(query)) keys.set(query, keys.size);
    const key = `${keys.get(query)} ${index}`;
    // A recursive query: what it adds to its own rows shows nothing that its first part does not.
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

  /** Facts of a column of a table that stands in the innermost query of a scope. */
  function tableColumn(scope: Scope, table: number, number: number): Facts {
    const entry = listNodes(scope.at(-1)!.fields['rtable'])[table - 1]!;
    const { fields } = entry;
    switch (readNumber(entry, 'rtekind')) {
      case RELATION: {
        const place = `${readText(entry, 'relid')} ${number}`;
        const isNotNull = number === 0 || catalog.notNullColumns.has(place);
        return { isNotNull, areItemsNotNull: true, literals: catalog.literalsOf.get(place) ?? null };
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

  /** A column of what functions give: items of arrays, and their places. */
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
        // The function of a cast keeps what is said of its argument.
        const isCast = fields['funcformat'] !== '0' && fields['funcformat'] !== '3';
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
        // A slice is never null, an item that is not there is.
        const array = judge(fields['refexpr'], scope);
        return fields['reflowerindexpr'] === null ? UNKNOWN : array;
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
    // On the outer side of a join, or the row before a change.
    if (listOf(node.fields['varnullingrels']).length > 1 || node.fields['varreturningtype'] === '1')
      return { ...facts, isNotNull: isFilteredBy(owner.at(-1)!, table, number) };
    return { ...facts, isNotNull: facts.isNotNull || isFilteredBy(owner.at(-1)!, table, number) };
  }

  function aggregate(node: TreeNode, scope: Scope): Facts {
    const { fields } = node;
    const name = nameFunction(node, 'aggfnoid');
    if (name === 'count') return NEVER_NULL;
    const inner = all(listNodes(fields['args']).map((entry) => judge(entry.fields['expr'], scope)));
    const query = scope.at(-1)!;
    // A group has a row.
    const isOfRows = fields['aggfilter'] === null && listOf(query.fields['groupClause']).length > 0;
    const isNotNull = isOfRows && (inner.isNotNull || name === 'array_agg');
    return { isNotNull, areItemsNotNull: inner.isNotNull, literals: null };
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
        return { ...NEVER_NULL, areItemsNotNull: inner().isNotNull };
      default:
        return UNKNOWN;
    }
  }

  return { column };
}

function listOf(value: TreeValue | undefined): readonly TreeValue[] {
  return Array.isArray(value) ? (value as readonly TreeValue[]) : [];
}

/** The tables whose rows `union` and the like put together, by their places. */
function listArms(operation: TreeNode): number[] {
  return [operation.fields['larg'], operation.fields['rarg']].flatMap((arm) => {
    if (!isNode(arm)) return [];
    return arm.tag === 'RANGETBLREF' ? [readNumber(arm, 'rtindex')] : listArms(arm);
  });
}

/** Whether a query always gives a row: it counts or sums up, without groups. */
function givesOneRow({ fields }: TreeNode): boolean {
  const isWhole = fields['hasAggs'] === 'true' && listOf(fields['groupClause']).length === 0;
  return isWhole && fields['havingQual'] === null && fields['limitOffset'] === null;
}

/** Whether the conditions of a query let no row through that has null in a column. */
function isFilteredBy(query: TreeNode, table: number, number: number): boolean {
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

/** A constant; of a text, which text. */
function constant({ fields }: TreeNode): Facts {
  if (fields['constisnull'] === 'true') return { ...NEUTRAL, isNotNull: false };
  if (fields['consttype'] !== '25' && fields['consttype'] !== '1043') return NEVER_NULL;
  // A length, then the bytes of the value in brackets, which begin with a header of four.
  const bytes = listOf(fields['constvalue'])
    .slice(2, -1)
    .map((byte) => Number(byte) & 0xff);
  return { ...NEVER_NULL, literals: [Buffer.from(bytes).subarray(4).toString('utf8')] };
}

/** What holds of a value that is one of several. */
function all(facts: readonly Facts[]): Facts {
  return {
    isNotNull: facts.every(({ isNotNull }) => isNotNull),
    areItemsNotNull: facts.every(({ areItemsNotNull }) => areItemsNotNull),
    literals: facts.some(({ literals }) => literals === null)
      ? null
      : [...new Set(facts.flatMap(({ literals }) => literals ?? []))],
  };
}

/** What holds of the first of several values that is not null. */
function some(facts: readonly Facts[]): Facts {
  return { ...all(facts), isNotNull: facts.some(({ isNotNull }) => isNotNull) };
}
