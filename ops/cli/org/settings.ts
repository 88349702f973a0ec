import { Argument, type Command } from 'commander';
import type { Order } from '../../../src/contracts/acts.ts';
import { LEAST_KEEP_YEARS, MOST_KEEP_YEARS } from '../../../src/contracts/codes.ts';
import type { Orm } from '../../../src/platform/postgres/open-database.ts';
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
  /** @returns whether the value changed. */
  readonly set: (orm: Orm, id: number, value: string, order: Order) => Promise<boolean>;
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
    set: async (orm, id, _value, order) => {
      const { pauseOrganization } = await import('../../../src/operate/pause-organization.ts');
      return pauseOrganization(orm, id, true, order);
    },
    already: (id) => `Organization ${id} is already paused`,
    done: (id) =>
      `Organization ${id} is paused: ${WHILE_PAUSED}. A batch that is being issued now is finished`,
  },
  {
    name: 'resume',
    about: 'resume a paused organization',
    set: async (orm, id, _value, order) => {
      const { pauseOrganization } = await import('../../../src/operate/pause-organization.ts');
      return pauseOrganization(orm, id, false, order);
    },
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
    set: async (orm, id, when, order) => {
      const { setPdfsOnDemand } = await import('../../../src/operate/pdfs-on-demand.ts');
      return setPdfsOnDemand(orm, id, when === 'on-demand', order);
    },
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
    set: async (orm, id, state, order) => {
      const { setMigrating } = await import('../../../src/operate/set-migrating.ts');
      return setMigrating(orm, id, state === 'on', order);
    },
    already: (id, state) => `Organization ${id} is already set to migrating ${state}`,
    done: (id, state) =>
      state === 'on'
        ? `Organization ${id} may issue invoices with issue dates more than 30 days back: set it to off when the invoices of its earlier system are issued`
        : `Organization ${id} may issue invoices with issue dates of today and up to 30 days back`,
  },
  {
    name: 'keep',
    about: `set the retention period of an organization's invoices in years, counted from the end of the year of issue: ${SOURCES}`,
    value: new Argument(
      '<years>',
      `the number of years, ${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}`,
    ).argParser((text) => String(readYears(text))),
    set: async (orm, id, years, order) => {
      const { setKeepYears } = await import('../../../src/operate/keep-years.ts');
      return setKeepYears(orm, id, Number(years), order);
    },
    already: (id, years) =>
      `The retention period of the invoices of organization ${id} is already ${years} years`,
    done: (id, years) =>
      `The invoices of organization ${id} must be retained for ${years} years after the end of the year of issue`,
  },
];

/** Adds the commands that change one setting of an organization. Each fails if the setting already has the value. */
export function addSettingCommands(program: Command): void {
  for (const { name, about, value, set, already, done } of SETTINGS) {
    const setting = withOrder(program.command(name)).description(about);
    setting.argument('<organization>', 'the id of the organization', readId);
    if (value !== undefined) setting.addArgument(value);
    setting.action(() => {
      const [id, chosen = ''] = setting.processedArgs as [number, string?];
      return withDatabase(async (database) => {
        await requireOrganization(database, id);
        if (!(await set(database.orm, id, chosen, readOrder(setting.opts<OrderOptions>()))))
          throw new UsageError(already(id, chosen));
        await print(done(id, chosen));
      });
    });
  }
}
