import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CLOSING, findBeginning, findComma, OPENING } from '../domain/reading/find-cuts.ts';

/** What is parsed at once: what an invoice was read from is garbage when the next part is, before anybody has copied it. */
const PART_BYTES = 64 * 1024;
const LIST = '"invoices"';

const invoices = Type.Array(Type.Unknown());
/** The list is what the batch was counted by; what else the door once let in beside it makes no difference. */
const storedBody = Compile(Type.Object({ invoice_batch: Type.Object({ invoices }) }));
/** What a cut that is right leaves: nothing beside the list but a label. */
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
 * Reads the invoices of a stored body in their order, some at a time. A cut is a guess: one that is wrong makes a part that does not parse, or that has
 * more in it than invoices. Then the rest is read at once, so that nobody can have it guessed again and again.
 * @throws SyntaxError, Error where the body is no batch.
 */
export function* readInvoices(body: Buffer): Generator<unknown, void, void> {
  let from = 0;
  const take = (end: number, closing: string) => {
    const text = (from === 0 ? '' : OPENING) + body.toString('utf8', from, end) + closing;
    return JSON.parse(text) as unknown;
  };
  for (const cut of listCuts(body)) {
    const found = tryTo(() => take(cut, CLOSING));
    if (!part.Check(found)) break;
    yield* found.invoice_batch.invoices;
    from = cut + 1;
  }
  const rest = take(body.length, '');
  if (!storedBody.Check(rest)) throw new Error('the stored body is no batch');
  yield* rest.invoice_batch.invoices;
}

/** Where the body may be cut. Nowhere where there may be two lists: the last of them is the one that counts. */
function* listCuts(body: Buffer): Generator<number, void, void> {
  const beginning = body.length > PART_BYTES ? findBeginning(body) : null;
  if (beginning === null || body.indexOf(LIST) !== body.lastIndexOf(LIST)) return;
  for (let place = PART_BYTES; place < body.length; place += PART_BYTES) {
    const cut = findComma(body, beginning, place - PART_BYTES, place);
    if (cut !== null) yield cut;
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
