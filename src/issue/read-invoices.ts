import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CLOSING, findBeginning, findComma, OPENING } from '../domain/reading/find-split-points.ts';

/** How much is parsed at once: the memory of a part can be freed while the next one is parsed. */
const PART_BYTES = 64 * 1024;
const LIST = '"invoices"';

const invoices = Type.Array(Type.Unknown());
/** The batch was counted by its list of invoices; other members make no difference. */
const storedBody = Compile(Type.Object({ invoice_batch: Type.Object({ invoices }) }));
/** A part that was split at the right place: it has nothing but the list and a label. */
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
 * Reads the invoices of a stored body in their order, some at a time. A split point is a guess, and a wrong one makes a part that does not parse, or that has
 * other members. The rest of the body is then read at once, so that no body can cause one wrong guess after another.
 * @throws SyntaxError, Error where the body is no batch.
 */
export function* readInvoices(body: Buffer): Generator<unknown, void, void> {
  let from = 0;
  const take = (end: number, closing: string) => {
    const text = (from === 0 ? '' : OPENING) + body.toString('utf8', from, end) + closing;
    return JSON.parse(text) as unknown;
  };
  for (const split of listSplitPoints(body)) {
    const found = tryTo(() => take(split, CLOSING));
    if (!part.Check(found)) break;
    yield* found.invoice_batch.invoices;
    from = split + 1;
  }
  const rest = take(body.length, '');
  if (!storedBody.Check(rest)) throw new Error('the stored body is no batch');
  yield* rest.invoice_batch.invoices;
}

/** Yields the places where the body may be split. There are none where the body may have two lists, of which the last one counts. */
function* listSplitPoints(body: Buffer): Generator<number, void, void> {
  const beginning = body.length > PART_BYTES ? findBeginning(body) : null;
  if (beginning === null || body.indexOf(LIST) !== body.lastIndexOf(LIST)) return;
  for (let place = PART_BYTES; place < body.length; place += PART_BYTES) {
    const split = findComma(body, beginning, place - PART_BYTES, place);
    if (split !== null) yield split;
  }
}

/** null where the text is no JSON. */
function tryTo(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
