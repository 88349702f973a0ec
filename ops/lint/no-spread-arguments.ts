/*
 * A custom rule for oxlint. Every argument of a call needs stack space: a list of about 125,000
 * entries that is spread into arguments overflows the stack, and most lists of the engine are
 * unbounded.
 */

type Node = { readonly type: string; readonly parent?: Node; readonly [key: string]: unknown };
type Context = { report(told: { node: Node; message: string }): void };

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const MESSAGE =
  'A long list that is spread into arguments overflows the stack: use a loop, reduce or a parameter for the list.';

/**
 * Returns whether an argument is the rest parameter of its function, which is as short as the
 * arguments of the caller.
 */
function isRestOfCaller(argument: Node): boolean {
  if (argument.type !== 'Identifier') return false;
  for (let node = argument.parent; node; node = node.parent) {
    if (!FUNCTIONS.has(node.type)) continue;
    const last = (node['params'] as readonly Node[]).at(-1);
    const rest = last?.type === 'RestElement' ? (last['argument'] as Node) : undefined;
    if (rest?.['name'] === argument['name']) return true;
  }
  return false;
}

/**
 * Returns whether an argument is a list in the program text, a constant in capitals or a literal,
 * or derived from one.
 */
function isWrittenHere(argument: Node): boolean {
  let node = argument;
  for (;;) {
    if (node.type === 'CallExpression') node = node['callee'] as Node;
    else if (node.type === 'MemberExpression') node = node['object'] as Node;
    else break;
  }
  return (
    node.type === 'Literal' ||
    (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]+$/.test(node['name'] as string))
  );
}

function isBounded(argument: Node): boolean {
  return isRestOfCaller(argument) || isWrittenHere(argument);
}

function checkCall(context: Context, node: Node): void {
  for (const argument of node['arguments'] as readonly Node[]) {
    if (argument.type !== 'SpreadElement' || isBounded(argument['argument'] as Node)) continue;
    context.report({ node: argument, message: MESSAGE });
  }
  const callee = node['callee'] as Node;
  const property = callee['property'] as Node | undefined;
  if (callee.type === 'MemberExpression' && property?.type === 'Identifier' && property['name'] === 'apply')
    context.report({ node, message: MESSAGE });
}

const rule = {
  create(context: Context) {
    const check = (node: Node) => checkCall(context, node);
    return { CallExpression: check, NewExpression: check };
  },
};

export default { meta: { name: 'own' }, rules: { 'no-spread-arguments': rule } };
