import type { Pool } from 'pg';
import type { FindingCode, WarningCode } from '../contracts/codes.ts';
import { readIdentity, refuseTakenNumber } from '../domain/invoice/invoice-identity.ts';
import { findRectifiedProblems, refuseReplaced } from '../domain/invoice/resolve-rectified.ts';
import type { Finding, Remark } from '../domain/reading/findings.ts';
import { todayInMadrid } from '../domain/reading/madrid-time.ts';
import type { SessionOrganization } from '../api/access/session-statements.ts';
import { readAsTenant } from '../platform/postgres/scoped-query.ts';
import { type Ask, findIssuedNumbers, findRectified } from '../issue/statements/lookups.ts';
import type { BodyRefusal, ExaminedBody } from './examine-body.ts';
import { findStoredWarnings } from './find-stored-warnings.ts';
import { type Intake, withPermit } from './intake.ts';
import { refuseOtherNames } from './refuse-other-names.ts';

/** Remarks about one invoice of a batch. An invoice may occur twice: once with its own findings and once with those from stored data. */
export type ToldInvoice<Code extends string> = {
  readonly index: number;
  readonly externalInvoiceId: string | null;
  /** Several invoices may share one list. */
  readonly remarks: readonly Remark<Code>[];
};
export type Validation = {
  readonly kind: 'validated';
  readonly invoices: number;
  readonly findings: readonly ToldInvoice<FindingCode>[];
  /** Warnings about invoices without findings. */
  readonly warnings: readonly ToldInvoice<WarningCode>[];
};

/**
 * Reports what would happen to a batch if it were created and issued now. Applies the rules of creation and the rules of issuing that
 * depend on issued invoices, and adds warnings about valid invoices. Stores nothing. Does not foresee later events, such as another
 * batch that takes the same number.
 * @throws SemaphoreTimeout if the organization has too many requests waiting.
 * @throws any database error.
 */
export async function validateBatch(
  context: Intake & { readonly pool: Pool },
  { organization, body, now }: { organization: SessionOrganization; body: Buffer; now: Date },
): Promise<Validation | BodyRefusal> {
  const { organizationId, organizationName, issuerNifs } = organization;
  return withPermit(context, organizationId, body, async () => {
    const found = await context.examiner.examine(body, organizationId, {
      organizationName,
      issuerNifs,
      today: todayInMadrid(now),
      wantsWarnings: true,
    });
    if (found.kind !== 'examined') return found;
    const examined = await refuseOtherNames(context.pool, organizationId, found);
    const ask: Ask = (statement) => readAsTenant(context.pool, organizationId, statement);
    const foreseen = await foreseeRefusals(ask, organizationId, examined);
    const stored = await findStoredWarnings(ask, organizationId, examined);
    const { externalInvoiceIds, failures, warnings } = examined;
    const findings = collectInOrder(externalInvoiceIds, [failures, foreseen]);
    const refused = new Set(findings.map(({ index }) => index));
    return {
      kind: 'validated',
      invoices: externalInvoiceIds.length,
      findings,
      warnings: collectInOrder(externalInvoiceIds, [warnings, stored]).filter(
        ({ index }) => !refused.has(index),
      ),
    };
  });
}

/** Lists the remarks about each invoice, in the order of the request. */
function collectInOrder<Code extends string>(
  externalInvoiceIds: readonly (string | null)[],
  found: readonly ReadonlyMap<number, readonly Remark<Code>[]>[],
): ToldInvoice<Code>[] {
  return externalInvoiceIds.flatMap((externalInvoiceId, index) =>
    found.flatMap((each) => {
      const remarks = each.get(index) ?? [];
      return remarks.length === 0 ? [] : [{ index, externalInvoiceId, remarks }];
    }),
  );
}

/** Finds what issuing would refuse in invoices that passed their own rules. */
async function foreseeRefusals(
  ask: Ask,
  organizationId: number,
  { identities, rectifications, failures }: ExaminedBody,
): Promise<Map<number, Finding[]>> {
  const refusals = new Map<number, Finding[]>();
  const add = (index: number, findings: Finding[]) =>
    refusals.set(index, [...(refusals.get(index) ?? []), ...findings]);
  const right = identities.flatMap((identity, index) =>
    identity === null || failures.has(index) ? [] : [{ index, identity: readIdentity(identity) }],
  );
  const ids = [...rectifications.values()].map(({ rectifiedInvoiceId }) => rectifiedInvoiceId);
  const rectified = await findRectified(ask, organizationId, [...new Set(ids)]);
  const replaced = new Map<number, number>();
  for (const [index, own] of rectifications) {
    if (failures.has(index)) continue;
    const found = rectified.get(own.rectifiedInvoiceId) ?? null;
    const problems = findRectifiedProblems(own, found);
    add(index, problems);
    if (found === null || problems.length > 0) continue;
    const first = replaced.get(found.originalId);
    const refusal = first === undefined ? null : refuseReplaced(own.type, `invoices[${first}] of this batch`);
    if (refusal !== null) add(index, [refusal]);
    else if (own.type === 'F3') replaced.set(found.originalId, index);
  }
  const taken = await findIssuedNumbers(
    ask,
    organizationId,
    right.map(({ identity }) => identity),
  );
  for (const [place, owner] of taken) {
    const { index, identity } = right[place]!;
    add(index, [refuseTakenNumber(owner, identity.issueDate)]);
  }
  return refusals;
}
