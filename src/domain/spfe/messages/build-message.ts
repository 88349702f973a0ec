import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { SpfeMessageKind } from '../../../contracts/spfe.ts';
import { FINANCING_TEXT, MESSAGE_RECEIVER } from '../../einvoice/spfe/switches.ts';
import { nifOf } from '../../einvoice/spfe/write-parties.ts';
import { PROCESS, SPECIFICATION } from '../../einvoice/spfe/write-spfe.ts';
import { COMPONENTS } from '../../einvoice/writers/ubl.ts';
import { formatGeneratedAt } from '../../reading/madrid-time.ts';
import { buildDocumentWriter, constant, each, inside, leaf, of, parent, type Part } from '../../xml/parts.ts';
import { APPLICATION_RESPONSE } from './namespaces.ts';
import { keyOf } from './unique-code.ts';

/*
 * The messages about invoices: an ApplicationResponse of UBL 2.5 by Annexes I and II of Orden
 * HAC/1028/2026, with one DocumentResponse for each invoice, in the order of the schema.
 */

/** A person or an entity, as a message names it. */
export type Named = { readonly nif: string; readonly name: string };

/**
 * What a message says of an invoice; days are `YYYY-MM-DD`. What Annexes I and II do not have for a
 * code must be null.
 */
export type SpfeEvent = {
  readonly invoice: InvoiceIdentity & { readonly issuerName: string };
  readonly code: SpfeMessageKind;
  /**
   * The day of the withdrawal, of the collection, or of the default, which is the due date. The
   * cancellation of an event has none.
   */
  readonly effectiveOn: string | null;
  /** Only of a SETTLEMENT, as is `isFinanced`. */
  readonly dueOn: string | null;
  /** Whether a financing mechanism was used. */
  readonly isFinanced: boolean;
  /** Only of a SETTLEMENT or a DEFAULT, as is `invoiceReceivedOn`. */
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
};

/** The most invoices of a message: events of the issuer, and documents to download. */
export const MOST_EVENTS = 100;
/** The most invoices of a query. */
export const MOST_QUESTIONS = 1000;

type Question = {
  readonly invoice: InvoiceIdentity & { readonly issuerName?: string };
  readonly code: 'QUERY';
};
type Item = SpfeEvent | Question;
type Message = {
  readonly id: string;
  readonly at: string;
  readonly sender: Named;
  readonly items: readonly Item[];
};

const partyOf = (name: string): Part<Named> =>
  parent(
    name,
    nifOf((party: Named) => party.nif),
    parent(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', (party) => party.name),
    ),
  );

const eventOf = (item: Item): SpfeEvent | undefined => (item.code === 'QUERY' ? undefined : item);

const dated = (attribute: string, read: (event: SpfeEvent) => string | null): Part<SpfeEvent> =>
  of(
    (event) => read(event) ?? undefined,
    parent<string>(
      'cac:Status',
      leaf('cbc:ReferenceDate', (day) => day),
      parent('cac:Condition', constant('cbc:AttributeID', attribute)),
    ),
  );

const FINANCING = of(
  ({ isFinanced }: SpfeEvent) => (isFinanced ? (FINANCING_TEXT ?? '') : undefined),
  parent<string>(
    'cac:Status',
    parent(
      'cac:Condition',
      constant('cbc:AttributeID', 'FinancingArrangement'),
      leaf('cbc:Description', (text) => text),
    ),
  ),
);

const ITEM = parent<Item>(
  'cac:DocumentResponse',
  parent(
    'cac:Response',
    leaf('cbc:ResponseCode', ({ code }) => code),
    of(
      eventOf,
      leaf('cbc:EffectiveDate', ({ effectiveOn }) => effectiveOn ?? undefined),
      dated('DueDate', ({ dueOn }) => dueOn),
      dated('ShipmentDate', ({ goodsReceivedOn }) => goodsReceivedOn),
      dated('ReceptionDate', ({ invoiceReceivedOn }) => invoiceReceivedOn),
      FINANCING,
    ),
  ),
  parent(
    'cac:DocumentReference',
    leaf('cbc:ID', ({ invoice }) => invoice.number),
    leaf('cbc:IssueDate', ({ invoice }) => invoice.issueDate),
    parent(
      'cac:IssuerParty',
      nifOf(({ invoice }: Item) => invoice.issuerNif),
      parent(
        'cac:PartyLegalEntity',
        leaf('cbc:RegistrationName', ({ invoice }) => invoice.issuerName),
      ),
    ),
  ),
);

const write = buildDocumentWriter<Message>(
  'ApplicationResponse',
  { '': APPLICATION_RESPONSE, ...COMPONENTS },
  inside(
    constant('cbc:CustomizationID', SPECIFICATION),
    constant('cbc:ProfileID', PROCESS),
    leaf('cbc:ID', ({ id }) => id),
    leaf('cbc:IssueDate', ({ at }) => at.slice(0, 10)),
    leaf('cbc:IssueTime', ({ at }) => at.slice(11)),
    of(({ sender }) => sender, partyOf('cac:SenderParty')),
    of(() => MESSAGE_RECEIVER, partyOf('cac:ReceiverParty')),
    each(({ items }) => items, ITEM),
  ),
);

type Head = {
  /** Our own identifier of the message, a UUID. */
  readonly id: string;
  readonly sentAt: Date;
  /** Who reports or asks. */
  readonly sender: Named;
};

/**
 * Builds the message that withdraws invoices, or reports or cancels what happened to their payment.
 * @param events of one issuer and one kind: withdrawals, or events of the payment.
 * @throws RangeError if there are not 1 to 100, an invoice is there twice, or an event has or lacks
 *   something against Annexes I and II.
 */
export function buildEvents(head: Head, events: readonly SpfeEvent[]): string {
  for (const event of events) refuseWrong(event);
  return build(head, events, MOST_EVENTS);
}

/**
 * Builds the message that asks for invoices by their unique codes: how the SPFE has them, or their
 * files.
 * @param most 1000 for a query, 100 for files.
 * @throws RangeError if there are none or more than that, or an invoice is there twice.
 */
export function buildQuestion(head: Head, invoices: readonly InvoiceIdentity[], most: number): string {
  const items = invoices.map((invoice) => ({ invoice, code: 'QUERY' }) as const);
  return build(head, items, most);
}

function build({ id, sentAt, sender }: Head, items: readonly Item[], most: number): string {
  if (items.length === 0 || items.length > most)
    throw new RangeError(`A message to the SPFE names 1 to ${most} invoices, not ${items.length}`);
  if (new Set(items.map(({ invoice }) => keyOf(invoice))).size < items.length)
    throw new RangeError('A message to the SPFE names no invoice twice');
  return write({ id, at: formatGeneratedAt(sentAt), sender, items }, '');
}

/** Which dates a code has: of itself, of the payment, and of the receptions. */
const ALLOWED = {
  CANCELINVOICE: { effective: true, due: false, received: false },
  SETTLEMENT: { effective: true, due: true, received: true },
  DEFAULT: { effective: true, due: false, received: true },
  CANCELSETTLEMENT: { effective: false, due: false, received: false },
  CANCELDEFAULT: { effective: false, due: false, received: false },
} as const satisfies Readonly<Record<SpfeMessageKind, unknown>>;

function refuseWrong(event: SpfeEvent): void {
  const { effective, due, received } = ALLOWED[event.code];
  const hasReceived = event.goodsReceivedOn !== null || event.invoiceReceivedOn !== null;
  const isWrong =
    (event.effectiveOn !== null) !== effective ||
    (!due && (event.dueOn !== null || event.isFinanced)) ||
    (!received && hasReceived);
  if (isWrong)
    throw new RangeError(`${event.code} has or lacks a date against Annexes I and II of the Orden`);
}
