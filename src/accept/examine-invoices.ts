import { viewTaxGroups, viewTotals } from '../contracts/v2/amounts.ts';
import type { InvoiceInput } from '../contracts/v2/invoice-input.ts';
import { findBatchDuplicates, writeIdentity } from '../domain/invoice/invoice-identity.ts';
import type { InvoiceType } from '../contracts/codes.ts';
import type { Register } from '../contracts/registers.ts';
import { MAX_METADATA } from '../contracts/limits.ts';
import { warnOfFormats } from '../domain/einvoice/warn-of-formats.ts';
import { listParties, type Party } from '../domain/census/list-parties.ts';
import { findExcessOriginals, type NamedInvoices } from '../domain/invoice/originals.ts';
import type { Rectifying } from '../domain/invoice/rectifying.ts';
import { isPersonNif } from 'verifactu-protocol/records/nif';
import { findTextExcess } from '../domain/invoice/text-bound.ts';
import type { Finding, Remark, Warning } from '../domain/reading/findings.ts';
import { type CheckedInvoice, checkInvoice } from '../domain/invoice/prepare-invoice.ts';
import { readStatedIdentity } from '../domain/invoice/read-stated-identity.ts';
import { registerDocument, registerOf } from '../domain/registers/register-document.ts';
import {
  completeDocument,
  listProfiledNumbers,
  type RecipientProfiles,
} from '../domain/recipients/complete-document.ts';
import { chooseDelivering } from '../domain/spfe/choose-mode.ts';
import type { ExamineContext } from './examine-context.ts';
import { judgeBatch, knowNothing } from './judge-batch.ts';
import { formatMessage } from '../contracts/messages/format-message.ts';
import { withSample } from '../domain/series/sample-number.ts';

/**
 * Result of examining invoices. Each list has one item per invoice, in the order of the request;
 * each map is keyed by the invoice's index.
 */
export type ExaminedInvoices = {
  readonly externalInvoiceIds: readonly (string | null)[];
  readonly invoiceNumbers: readonly (string | null)[];
  /**
   * Findings of the invoices that failed. An invoice without an entry can be issued as far as the
   * rules so far can decide.
   */
  readonly failures: ReadonlyMap<number, readonly Finding[]>;
  /** Warnings about invoices that can be issued; empty unless the caller asked for warnings. */
  readonly warnings: ReadonlyMap<number, readonly Warning[]>;
  /** Issuers that are natural persons, as their invoices name them. */
  readonly persons: ReadonlyMap<number, Person>;
  /**
   * Identities (issuer, number and issue date) as texts; null for an invoice that failed its own
   * rules.
   */
  readonly identities: readonly (string | null)[];
  /** The identities that invoices state which failed their own rules. */
  readonly failedIdentities: ReadonlyMap<number, string>;
  /** Null for an invoice that failed its own rules. */
  readonly types: readonly (InvoiceType | null)[];
  /**
   * FechaOperacion of each invoice, `YYYY-MM-DD`; null for an invoice that failed its own rules, or
   * if it is the issue date.
   */
  readonly operationDates: readonly (string | null)[];
  /** ImporteTotal of each invoice in euros; null for an invoice that failed its own rules. */
  readonly totals: readonly (string | null)[];
  /** Invoices that correct or replace another invoice. */
  readonly rectifications: ReadonlyMap<number, Rectification>;
  /** The metadata of each invoice as JSON, null if it has none. */
  readonly metadata: readonly (string | null)[];
  /**
   * The computed amounts of valid invoices as JSON members; empty unless the caller asked for them.
   */
  readonly amounts: ReadonlyMap<number, string>;
  /** The numbers of recipients that may have a profile; empty unless the caller asked for them. */
  readonly recipientNumbers: readonly string[];
  /** The parties of valid invoices; empty unless the caller asked for them. */
  readonly parties: ReadonlyMap<number, readonly Party[]>;
};
export type Person = { readonly nif: string; readonly name: string };
export type Rectification = Rectifying &
  NamedInvoices & {
    /** Total of the correcting or replacing invoice, as a decimal string. */
    readonly total: string;
  };

/**
 * Applies the rules that need no stored data to each invoice separately. `joinChecked` applies the
 * rules between invoices.
 * @param context `inexactNumbers` maps paths in the body to literals, as `parseJson` returns them.
 */
export function checkInvoices(
  invoices: readonly InvoiceInput[],
  context: ExamineContext & { readonly inexactNumbers: ReadonlyMap<string, string> },
): ExaminedInvoices {
  const inexactOf = groupByInvoice(context.inexactNumbers.keys());
  const failures = new Map<number, readonly Finding[]>();
  const failedIdentities = new Map<number, string>();
  const share = createSharing();
  const valid = invoices.map((input, index) => {
    const inexactNumbers = inexactOf.get(index) ?? NONE;
    const register = registerOf(input, { ...context, inexactNumbers });
    const own = checkInvoice(input, { ...context, inexactNumbers, ...(register !== null && { register }) });
    const checked = checkDestinations(own, register, context);
    const excess = findTextExcess(input, context.rules);
    if (checked.kind === 'prepared' && excess === null) return checked;
    const found = checked.kind === 'prepared' ? [] : checked.findings;
    failures.set(index, share(limit(excess === null ? found : [...found, excess])));
    const identity = readStatedIdentity(input, { ...context, inexactNumbers });
    if (identity !== null) failedIdentities.set(index, writeIdentity(identity));
    return null;
  });
  return {
    externalInvoiceIds: invoices.map((input) => input.external_invoice_id ?? null),
    // A valid invoice has its normalised number, or none before its series gives it one; a failed
    // invoice has the number that the client sent.
    invoiceNumbers: invoices.map((input, index) => {
      const checked = valid[index];
      if (!checked) return input.number_serie ?? null;
      return checked.series === null ? checked.number : null;
    }),
    identities: valid.map((checked) => checked && writeIdentity(checked)),
    failedIdentities,
    types: valid.map((checked) => checked && checked.type),
    operationDates: valid.map((checked) => checked && checked.operationDate),
    totals: valid.map((checked) => checked && checked.total),
    failures,
    warnings: context.wantsWarnings === true ? collectWarnings(valid, context) : new Map(),
    metadata: invoices.map((input, index) => writeMetadata(input, failures.has(index))),
    amounts: context.wantsAmounts === true ? collectAmounts(valid) : new Map(),
    recipientNumbers: collectRecipients(valid, context),
    parties: context.wantsParties === true ? collectParties(valid, context) : new Map(),
    persons: new Map(
      valid.flatMap((checked, index) =>
        checked && isPersonNif(checked.issuerNif)
          ? [[index, { nif: checked.issuerNif, name: checked.issuerName }] as const]
          : [],
      ),
    ),
    rectifications: new Map(
      valid.flatMap((checked, index) =>
        checked && checked.originals.length + checked.numbered.length > 0
          ? [[index, describeRectification(checked)] as const]
          : [],
      ),
    ),
  };
}

/**
 * Applies the rules of SII and of the SPFE to an invoice that broke no other rule and goes there.
 * What its entry cannot state, or what could never be sent, is refused before the invoice takes a
 * number.
 */
function checkDestinations(
  checked: ReturnType<typeof checkInvoice>,
  register: Register | null,
  { rules, registers, recipients = NO_PROFILES }: ExamineContext,
): ReturnType<typeof checkInvoice> {
  if (checked.kind === 'refused' || registers === undefined) return checked;
  const isDelivered = chooseDelivering(registers, checked.issuerNif, checked.issueDate) !== null;
  if (register !== 'sii' && !isDelivered) return checked;
  const document = completeDocument(checked.build().document, recipients);
  const registered = registerDocument(document, { registers, rules }, null);
  if (registered.kind === 'refused') return registered;
  return { ...checked, findWarnings: () => [...checked.findWarnings(), ...registered.warnings] };
}

function collectWarnings(
  valid: readonly (CheckedInvoice | null)[],
  { formats, series }: Pick<ExamineContext, 'formats' | 'series'>,
): Map<number, readonly Warning[]> {
  const found = new Map<number, readonly Warning[]>();
  for (const [index, checked] of valid.entries()) {
    if (checked === null) continue;
    const ofFormats = formats ? warnOfFormats(withSample(checked.build(), series), formats) : [];
    const warnings = dropRepeated([...checked.findWarnings(), ...ofFormats]);
    if (warnings.length > 0) found.set(index, limit(warnings));
  }
  return found;
}

/** Drops warnings that were given before: about a delivery and about the same format. */
function dropRepeated(warnings: readonly Warning[]): Warning[] {
  const given = new Map<string, Warning>();
  for (const warning of warnings) {
    const { field, code, message } = warning;
    const key = `${field} ${code} ${message.en}`;
    if (!given.has(key)) given.set(key, warning);
  }
  return [...given.values()];
}

/**
 * Returns the metadata as JSON; null if there are none, or if those of a failed invoice cannot be
 * stored.
 */
function writeMetadata({ metadata }: InvoiceInput, isFailed: boolean): string | null {
  const pairs = Object.entries(metadata ?? {});
  if (pairs.length === 0) return null;
  const text = JSON.stringify(metadata);
  if (!isFailed) return text;
  // The findings of a failed invoice may leave out those about its metadata. PostgreSQL stores
  // neither NUL nor lone surrogates.
  const isStorable = pairs.flat().every((part) => part.isWellFormed() && !part.includes('\0'));
  return isStorable && pairs.length <= MAX_METADATA && text.length <= MAX_FAILED_METADATA ? text : null;
}

function collectRecipients(
  valid: readonly (CheckedInvoice | null)[],
  { wantsRecipients = false }: Pick<ExamineContext, 'wantsRecipients'>,
): string[] {
  if (wantsRecipients === false) return [];
  const isWanted = ({ issuerNif, issueDate }: CheckedInvoice) =>
    wantsRecipients === true || chooseDelivering({ spfe: wantsRecipients }, issuerNif, issueDate) !== null;
  return listProfiledNumbers(
    valid.flatMap((checked) => (checked === null || !isWanted(checked) ? [] : [checked.build().document])),
  );
}

function collectParties(
  valid: readonly (CheckedInvoice | null)[],
  { rules }: Pick<ExamineContext, 'rules'>,
): Map<number, readonly Party[]> {
  return new Map(
    valid.flatMap((checked, index) =>
      checked === null ? [] : [[index, listParties(checked.build().document, rules)] as const],
    ),
  );
}

function collectAmounts(valid: readonly (CheckedInvoice | null)[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const [index, checked] of valid.entries()) {
    if (checked === null) continue;
    const { document } = checked.build();
    const amounts = { totals: viewTotals(document), tax_groups: viewTaxGroups(document) };
    found.set(index, JSON.stringify(amounts).slice(1, -1));
  }
  return found;
}

function describeRectification(checked: CheckedInvoice): Rectification {
  const { describeRectifying, originals, numbered, total } = checked;
  return { ...describeRectifying(), originals, numbered, total };
}

/**
 * Joins the parts of a batch, in their order, and fails the invoices that use a number twice, name
 * too many issued invoices, or name invoices of the batch that they must not rectify or replace.
 */
export function joinChecked(parts: readonly ExaminedInvoices[]): ExaminedInvoices {
  const failures = new Map<number, readonly Finding[]>();
  const failedIdentities = new Map<number, string>();
  const warnings = new Map<number, readonly Warning[]>();
  const persons = new Map<number, Person>();
  const rectifications = new Map<number, Rectification>();
  const amounts = new Map<number, string>();
  const parties = new Map<number, readonly Party[]>();
  let before = 0;
  for (const part of parts) {
    for (const [index, findings] of part.failures) failures.set(before + index, findings);
    for (const [index, identity] of part.failedIdentities) failedIdentities.set(before + index, identity);
    for (const [index, found] of part.warnings) warnings.set(before + index, found);
    for (const [index, person] of part.persons) persons.set(before + index, person);
    for (const [index, own] of part.parties) parties.set(before + index, own);
    for (const [index, text] of part.amounts) amounts.set(before + index, text);
    for (const [index, rectification] of part.rectifications)
      rectifications.set(before + index, rectification);
    before += part.externalInvoiceIds.length;
  }
  const identities = parts.flatMap((part) => part.identities);
  const excess = findExcessOriginals([...rectifications].filter(([place]) => !failures.has(place)));
  for (const [index, finding] of [...excess, ...findBatchDuplicates(identities)])
    failures.set(index, [finding]);
  const judged = {
    identities,
    failedIdentities,
    types: parts.flatMap((part) => part.types),
    operationDates: parts.flatMap((part) => part.operationDates),
    totals: parts.flatMap((part) => part.totals),
    rectifications,
    failures,
  };
  if ([...rectifications.values()].some(({ numbered }) => numbered.length > 0))
    for (const [index, findings] of judgeBatch(judged, knowNothing())) failures.set(index, findings);
  return {
    ...judged,
    externalInvoiceIds: parts.flatMap((part) => part.externalInvoiceIds),
    invoiceNumbers: parts.flatMap((part) => part.invoiceNumbers),
    warnings,
    persons,
    metadata: parts.flatMap((part) => part.metadata),
    amounts,
    recipientNumbers: parts.flatMap((part) => part.recipientNumbers),
    parties,
  };
}

/**
 * Maximum length of the metadata that are stored with a failed invoice, in UTF-16 code units of
 * their JSON.
 */
const MAX_FAILED_METADATA = 20_000;

/** Most findings per invoice. Without this limit a small body could have a huge response. */
const MAX_FINDINGS = 20;

function limit<Code extends string>(
  findings: readonly Remark<Code>[],
): readonly Remark<Code | 'more_left_out'>[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const shown = findings.slice(0, MAX_FINDINGS - 1);
  const message = formatMessage('messages_omitted', { number: findings.length - shown.length });
  return [...shown, { field: 'lines', code: 'more_left_out', aeatCode: null, message }];
}

/**
 * Replaces lists of findings with equal content by one list. Invoices of a batch mostly have the
 * same faults, so a thread transfers, and the response serializes, each distinct list once.
 */
function createSharing(): (findings: readonly Finding[]) => readonly Finding[] {
  const known = new Map<string, readonly Finding[]>();
  return (findings) => {
    const content = findings
      .map(({ field, code, aeatCode, message }) => `${field}\n${code}\n${aeatCode}\n${message.en}`)
      .join('\n');
    const first = known.get(content) ?? findings;
    if (first === findings) known.set(content, findings);
    return first;
  };
}

const NONE: ReadonlySet<string> = new Set();
const NO_PROFILES: RecipientProfiles = new Map();

/** @returns a map from the invoice's index to the paths inside that invoice. */
function groupByInvoice(paths: Iterable<string>): Map<number, Set<string>> {
  const groups = new Map<number, Set<string>>();
  for (const path of paths) {
    const [, index, place] = /^invoice_batch\.invoices\[(\d+)\]\.(.+)$/.exec(path) ?? [];
    if (index === undefined || place === undefined) continue;
    const group = groups.get(Number(index)) ?? new Set();
    groups.set(Number(index), group.add(place));
  }
  return groups;
}
