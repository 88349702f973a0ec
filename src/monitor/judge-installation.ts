import type { Installation } from './statements/overview.ts';
import type { Promised } from '../platform/postgres/durability/durability.ts';
import type { HeldLog } from './statements/measures.ts';
import type { CertificateTerm, LastCheck, Migrated } from './statements/installation.ts';
import { listOwners } from '../domain/registration/choose-certificate.ts';
import { describeWithoutAddress } from '../organizations/missing-addresses.ts';
import { DAY, type Finding, nameSome, OF_CUSTOMERS, OF_ENGINE } from './finding.ts';

/*
 * Findings about conditions that will become faults: certificates, the schema, backups, profiles.
 */

/** An issuer needs some days to get a new certificate. */
const ENDS_SOON_MS = 30 * DAY;
/** The same limit as the alert CertificateAlmostOver. */
const ENDS_NOW_MS = 3 * DAY;
const BACKUP_OLD_MS = 2 * DAY;
const CHECK_OLD_MS = 31 * DAY;

type Parts = Pick<Finding, 'id' | 'urgency' | 'what' | 'todo'> &
  Partial<Pick<Finding, 'group' | 'newestAt' | 'since' | 'why'>>;
const buildFinding = (parts: Parts): Finding => ({
  ...OF_ENGINE,
  since: null,
  why: null,
  acts: [],
  section: 'installation',
  ...parts,
});

/** Returns the findings about the installation. */
export function judgeInstallation(installation: Installation, now: number): Finding[] {
  const { migrated, certificates, withoutAddress, sharedIssuers, checks, promised, heldLogs } = installation;
  return [
    ...judgeMigrated(migrated),
    ...judgePromise(promised),
    ...(heldLogs ?? []).map(describeHeldLog),
    ...judgeCertificates(certificates ?? [], now),
    ...judgeChecks(checks ?? [], now),
    ...(withoutAddress ?? []).map((one) =>
      buildFinding({
        id: `address-${one.organizationId}`,
        ...OF_CUSTOMERS,
        newestAt: one.newestAt,
        urgency: 'look',
        what: `Organization ${one.organizationId}: ${one.count === 1 ? '1 issuer has' : `${one.count} issuers have`} no address`,
        todo: describeWithoutAddress(one),
      }),
    ),
    ...(sharedIssuers ?? []).map(({ nif, organizationIds, newestAt }) =>
      buildFinding({
        id: `shared-issuer-${nif}`,
        ...OF_CUSTOMERS,
        newestAt,
        urgency: 'look',
        what: `Issuer ${nif} is used by the organizations ${nameSome(organizationIds)}, and bound to none of them`,
        why: 'Both can issue the same number, and AEAT refuses the second record (3000) when the customer already has the invoice',
        todo: `find out whose issuer it is: npm run engine -- org issuers <organization> --only <nif...> with all issuers of that organization; all others are then refused. Bind each organization that may issue for it`,
      }),
    ),
  ];
}

function judgeMigrated(migrated: Migrated | null): Finding[] {
  if (migrated === null || migrated.standing === 'same') return [];
  const isBehind = migrated.standing === 'behind';
  return [
    buildFinding({
      id: 'migrations',
      urgency: 'act',
      what: isBehind
        ? `Migrations are pending: the newest is ${migrated.newest}`
        : `The database is newer than this dashboard: ${migrated.newest}`,
      todo: isBehind ? 'npm run migrate' : 'start all processes with the version that migrated it',
    }),
  ];
}

/** From here on the slot needs a person soon: PostgreSQL's disk may have only some more. */
const HELD_MUCH_BYTES = 1024 ** 3;

function describeHeldLog({ slot, keptBytes, isLimited }: HeldLog): Finding {
  const kept = `${(keptBytes / 1024 ** 3).toFixed(1)} GB`;
  return buildFinding({
    id: `held-log-${slot}`,
    urgency: keptBytes >= HELD_MUCH_BYTES && !isLimited ? 'act' : 'look',
    what: `PostgreSQL keeps ${kept} of its write-ahead log for the replication slot ${slot}, which nobody uses`,
    why: isLimited
      ? 'It gives the slot up at max_slot_wal_keep_size; its standby must then be set up again'
      : 'It keeps more and more until its disk is full, and then nothing can be accepted',
    todo: `start the standby or receiver that uses it; if it no longer exists: select pg_drop_replication_slot('${slot}'); see docs/runbooks/room.md (DatabaseSlotKeepsLog)`,
  });
}

function judgePromise(promised: Promised | null): Finding[] {
  if (promised === null || promised.standing === 'kept') return [];
  const why = promised.promise;
  if (promised.standing === 'stuck')
    return [
      buildFinding({
        id: 'standby-missing',
        urgency: 'act',
        what: 'No transaction can be committed: commits wait for a standby, and none is connected',
        why,
        todo: 'start the standby; if it is lost for long, remove it from synchronous_standby_names',
      }),
    ];
  return [
    buildFinding({
      id: 'standby-asynchronous',
      urgency: 'look',
      what: 'Promoting a standby loses the last acknowledged transactions',
      why,
      todo: 'set synchronous_standby_names; in production nothing is accepted until then, unless ASYNCHRONOUS_STANDBY=allow',
    }),
  ];
}

function judgeCertificates(certificates: readonly CertificateTerm[], now: number): Finding[] {
  return listOwners(certificates, new Date(now)).flatMap(({ watched, next }) => {
    if (watched === null || watched.notAfter - now > ENDS_SOON_MS) return [];
    // Another certificate replaces it automatically.
    if (next !== null && next.notBefore <= watched.notAfter) return [];
    const { id, organizationId, issuerNif, notAfter } = watched;
    const whose = issuerNif === null ? 'all issuers' : `issuer ${issuerNif}`;
    const hasEnded = notAfter < now;
    return [
      buildFinding({
        id: `certificate-${id}`,
        urgency: notAfter - now <= ENDS_NOW_MS ? 'act' : 'look',
        what: `Certificate ${id} of organization ${organizationId}, ${whose}, ${hasEnded ? 'expired' : 'expires'} on ${new Date(notAfter).toISOString().slice(0, 10)}`,
        why: hasEnded
          ? 'Nothing is sent to AEAT without a valid certificate'
          : 'Nothing is sent to AEAT after that',
        todo: `npm run engine -- org certificate add ${organizationId} … with a new certificate, which is used as soon as it is valid`,
      }),
    ];
  });
}

function judgeChecks(checks: readonly LastCheck[], now: number): Finding[] {
  const backup = checks.find(({ act }) => act === 'database.backup');
  const checked = checks.filter(({ act }) => act !== 'database.backup');
  const broken = checked.filter(({ details }) => Number(details['broken']) > 0);
  const newest = checked.reduce((last, { at }) => Math.max(last, at), 0);
  return [
    ...broken.map(({ act, at, details }) =>
      buildFinding({
        id: `broken-${act}`,
        urgency: 'act',
        what: `${act === 'chain.verify' ? 'verify-chain' : 'check-invariants'} found ${String(details['broken'])} broken`,
        since: at,
        todo: `${act === 'chain.verify' ? 'npm run engine -- verify-chain' : 'npm run engine -- check-invariants'} names the places. Make a backup before you change anything`,
      }),
    ),
    ...judgeAge('backup', backup?.at ?? 0, BACKUP_OLD_MS, now),
    ...judgeAge('verification', newest, CHECK_OLD_MS, now),
  ];
}

const AGES = {
  backup: { what: 'backup', todo: 'npm run engine -- backup --output <directory>' },
  verification: { what: 'verification of the chains', todo: 'npm run engine -- verify-chain' },
} as const;

/**
 * Returns a finding if a check is too old.
 * @param at time of the check in milliseconds since 1970; 0 if there was none.
 */
function judgeAge(id: keyof typeof AGES, at: number, mostMs: number, now: number): Finding[] {
  if (now - at <= mostMs) return [];
  const { what, todo } = AGES[id];
  return [
    buildFinding({
      id: `old-${id}`,
      urgency: 'look',
      what:
        at === 0 ? `No ${what} is recorded` : `The last ${what} is ${Math.floor((now - at) / DAY)} days old`,
      since: at === 0 ? null : at,
      todo,
    }),
  ];
}
