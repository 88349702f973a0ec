import { Argument, type Command } from 'commander';
import {
  CENSUS_MODES,
  CENSUS_WHEN_UNAVAILABLE,
  type CensusMode,
  type CensusWhenUnavailable,
} from '../../contracts/codes.ts';
import { LEAST_KEEP_YEARS, MOST_KEEP_YEARS } from '../../contracts/limits.ts';
import type { OrganizationSetting } from '../../organizations/settings.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  readWhole,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
} from '../command-context.ts';
import { print } from '../print.ts';

/** A command that changes one setting of an organization. */
type Setting = {
  readonly name: string;
  readonly about: string;
  /** The argument with the new value, unless the name of the command implies it. */
  readonly value?: Argument;
  /** Returns the setting for the value of the argument. */
  readonly read: (value: string) => OrganizationSetting;
  readonly already: (id: number, value: string) => string;
  readonly done: (id: number, value: string) => string;
};

const WHILE_PAUSED =
  'its batches are accepted but not issued; PDFs are rendered when a client requests them; existing records are sent to AEAT';

const WHEN: Readonly<Record<string, string>> = {
  ahead: 'for batches that end from now on, each PDF is rendered as soon as its invoice is issued',
  'on-demand':
    'for batches that end from now on, a PDF is rendered when a client requests it or the archive of its batch',
};

const CENSUS: Readonly<Record<CensusMode, string>> = {
  off: "AEAT's census is not asked",
  warn: 'the parties of invoices are compared with the census of AEAT, and invoices get warnings',
  refuse:
    'the parties of invoices are compared with the census of AEAT, and an invoice fails if AEAT does not identify one of them',
};

const PERSONS: Readonly<Record<string, { readonly value: boolean | null; readonly says: string }>> = {
  yes: { value: true, says: 'are businesses or professionals: their invoices go to the SPFE' },
  no: { value: false, says: 'are consumers: their invoices do not go to the SPFE' },
  unset: {
    value: null,
    says: 'leave it unknown whether their invoices go to the SPFE, so that issuers that send do not issue them',
  },
};

const SOURCES =
  'six years (Código de Comercio, art. 30), the default, or ten if losses are carried forward (LGT, art. 66 bis)';

const readYears = readWhole(
  LEAST_KEEP_YEARS,
  MOST_KEEP_YEARS,
  `It must be a number of years from ${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}.`,
);

const SETTINGS: readonly Setting[] = [
  {
    name: 'pause',
    about: `pause an organization: ${WHILE_PAUSED}`,
    read: () => ({ name: 'paused', value: true }),
    already: (id) => `Organization ${id} is already paused`,
    done: (id) =>
      `Organization ${id} is paused: ${WHILE_PAUSED}. A batch that is being issued now is finished`,
  },
  {
    name: 'resume',
    about: 'resume a paused organization',
    read: () => ({ name: 'paused', value: false }),
    already: (id) => `Organization ${id} is not paused`,
    done: (id) => `Organization ${id} is resumed: its waiting batches are issued within seconds`,
  },
  {
    name: 'pdfs',
    about:
      'set when the PDFs of an organization are rendered; on demand suits organizations that download few of them',
    value: new Argument(
      '<when>',
      'ahead: as soon as an invoice is issued (the default); on-demand: when a client requests the PDF',
    ).choices(Object.keys(WHEN)),
    read: (when) => ({ name: 'pdfsOnDemand', value: when === 'on-demand' }),
    already: (id, when) => `The PDFs of organization ${id} are already rendered ${when.replace('-', ' ')}`,
    done: (id, when) =>
      `The PDFs of organization ${id} are rendered ${when.replace('-', ' ')}: ${WHEN[when]}`,
  },
  {
    name: 'migrating',
    about:
      'set whether an organization migrates from another system: version 2 of the API then accepts its invoices with issue dates more than 30 days back',
    value: new Argument(
      '<state>',
      'on: earlier dates are accepted; off: they are refused (the default)',
    ).choices(['on', 'off']),
    read: (state) => ({ name: 'migrating', value: state === 'on' }),
    already: (id, state) => `Organization ${id} is already set to migrating ${state}`,
    done: (id, state) =>
      state === 'on'
        ? `Organization ${id} may issue invoices with issue dates more than 30 days back: set it to off when the invoices of its earlier system are issued`
        : `Organization ${id} may issue invoices with issue dates of today and up to 30 days back`,
  },
  {
    name: 'external-ids',
    about:
      'set whether each id of an organization of its own (external_invoice_id) is used once: an invoice with one that another invoice has is then refused',
    value: new Argument(
      '<state>',
      'unique: each is used once; any: several invoices may have the same (the default)',
    ).choices(['unique', 'any']),
    read: (state) => ({ name: 'uniqueExternalIds', value: state === 'unique' }),
    already: (id, state) => `The external ids of invoices of organization ${id} are already set to ${state}`,
    done: (id, state) =>
      state === 'unique'
        ? `Organization ${id} uses each external id of an invoice once, within 2 seconds in open sessions: an id of an earlier invoice that did not fail is refused as well, and earlier invoices with the same id remain`
        : `Several invoices of organization ${id} may have the same external id`,
  },
  {
    name: 'census',
    about:
      "set what an organization does with what AEAT's census says of the issuers and Spanish recipients of its invoices before they are issued",
    value: new Argument(
      '<mode>',
      'off: AEAT is not asked (the default); warn: invoices get warnings; refuse: an invoice fails if AEAT does not identify a party',
    ).choices(CENSUS_MODES),
    read: (mode) => ({ name: 'census', value: mode as CensusMode }),
    already: (id, mode) => `Organization ${id} is already set to census ${mode}`,
    done: (id, mode) => `Organization ${id}: ${CENSUS[mode as CensusMode]}`,
  },
  {
    name: 'census-unavailable',
    about: 'set what batches of an organization with census refuse do while the census does not answer',
    value: new Argument(
      '<what>',
      'proceed: they are issued with a warning (the default); hold: they wait for up to 24 hours',
    ).choices(CENSUS_WHEN_UNAVAILABLE),
    read: (what) => ({ name: 'censusWhenUnavailable', value: what as CensusWhenUnavailable }),
    already: (id, what) => `Batches of organization ${id} already ${what} while the census does not answer`,
    done: (id, what) =>
      what === 'hold'
        ? `Batches of organization ${id} wait for up to 24 hours while the census does not answer, if the organization is set to census refuse`
        : `Batches of organization ${id} are issued with a warning while the census does not answer`,
  },
  {
    name: 'persons',
    about:
      'set what natural persons are of whom neither an invoice nor their profile says whether they are businesses (is_business), for the public solution of electronic invoices (SPFE)',
    value: new Argument(
      '<state>',
      'yes: businesses or professionals; no: consumers; unset: nobody decided it (the default)',
    ).choices(Object.keys(PERSONS)),
    read: (state) => ({ name: 'personsAreBusinesses', value: PERSONS[state]!.value }),
    already: (id, state) => `Organization ${id} is already set to persons ${state}`,
    done: (id, state) =>
      `Recipients of organization ${id} who are natural persons, and of whom nothing else says it, ${PERSONS[state]!.says}, from the next issued batch on`,
  },
  {
    name: 'keep',
    about: `set the retention period of an organization's invoices in years, counted from the end of the year of issue: ${SOURCES}`,
    value: new Argument(
      '<years>',
      `the number of years, ${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}`,
    ).argParser((text) => String(readYears(text))),
    read: (years) => ({ name: 'keepYears', value: Number(years) }),
    already: (id, years) =>
      `The retention period of the invoices of organization ${id} is already ${years} years`,
    done: (id, years) =>
      `The invoices of organization ${id} must be retained for ${years} years after the end of the year of issue`,
  },
];

/**
 * Adds the commands that change one setting of an organization. Each fails if the setting already
 * has the value.
 */
export function addSettingCommands(program: Command): void {
  for (const { name, about, value, read, already, done } of SETTINGS) {
    const setting = withOrder(program.command(name)).description(about);
    setting.argument('<organization>', 'the id of the organization', readId);
    if (value !== undefined) setting.addArgument(value);
    setting.action(() => {
      const [id, chosen = ''] = setting.processedArgs as [number, string?];
      return withDatabase(async (database) => {
        await requireOrganization(database, id);
        const { changeSetting } = await import('../../organizations/settings.ts');
        const order = readOrder(setting.opts<OrderOptions>());
        if (!(await changeSetting(database.orm, id, read(chosen), order)))
          throw new UsageError(already(id, chosen));
        await print(done(id, chosen));
      });
    });
  }
}
