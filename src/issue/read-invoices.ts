import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RequestRules } from '../domain/reading/request-rules.ts';
import { CLOSING, findBeginning, findComma, OPENING } from '../json/find-split-points.ts';

/**
 * Bytes that are parsed at a time. The memory of one part can be freed while the next part is
 * parsed.
 */
const PART_BYTES = 64 * 1024;
const LIST = '"invoices"';

const invoices = Type.Array(Type.Unknown());
/** Admission counted only the list of invoices; other members are ignored. */
const storedBody = Compile(Type.Object({ invoice_batch: Type.Object({ invoices }) }));
/** A part that was split at a correct place contains only the list and optionally a label. */
const part = Compile(
  Type.Object(
    {
      invoice_batch: Type.Object(
        { invoices, external_batch_id: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
);

/**
 * Yields the invoices of a stored body in order, and parses the body in parts. A split point is a
 * guess. After a wrong guess, the part does not parse or has other members, and the rest of the
 * body is parsed at once. A body therefore causes at most one wrong guess.
 * @param rules of the request that the body was sent in.
 * @throws SyntaxError when the body is not JSON, and Error when it is not a batch.
 */
export function* readInvoices(body: Buffer, rules: RequestRules): Generator<unknown, void, void> {
  let from = 0;
  const take = (end: number, closing: string) => {
    const text = (from === 0 ? '' : OPENING) + body.toString('utf8', from, end) + closing;
    return JSON.parse(text) as unknown;
  };
  for (const split of listSplitPoints(body, rules)) {
    const found = tryTo(() => take(split, CLOSING));
    if (!part.Check(found)) break;
    yield* found.invoice_batch.invoices;
    from = split + 1;
  }
  const rest = take(body.length, '');
  if (!storedBody.Check(rest)) throw new Error('the stored body is not a valid batch');
  yield* rest.invoice_batch.invoices;
}

/**
 * Yields the offsets at which the body may be split. Yields none when the body may contain two
 * lists, because then the last list counts. Only bodies of flat invoices were ever accepted with
 * two lists; in others a rectification has a member of the same name.
 */
function* listSplitPoints(body: Buffer, rules: RequestRules): Generator<number, void, void> {
  const beginning = body.length > PART_BYTES ? findBeginning(body) : null;
  if (beginning === null) return;
  if (rules.isFlat && body.indexOf(LIST) !== body.lastIndexOf(LIST)) return;
  for (let place = PART_BYTES; place < body.length; place += PART_BYTES) {
    const split = findComma(body, beginning, place - PART_BYTES, place);
    if (split !== null) yield split;
  }
}

/** Returns null when the text is not JSON. */
function tryTo(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
