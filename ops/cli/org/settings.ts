import { Argument, type Command } from 'commander';
import type { Order } from '../../../src/contracts/acts.ts';
import { LEAST_KEEP_YEARS, MOST_KEEP_YEARS, setKeepYears } from '../../../src/operate/keep-years.ts';
import { pauseOrganization } from '../../../src/operate/pause-organization.ts';
import { setPdfsOnDemand } from '../../../src/operate/pdfs-on-demand.ts';
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
  /** The new value, where the name of the command does not say it. */
  readonly value?: Argument;
  /** @returns whether that changed anything. */
  readonly set: (orm: Orm, id: number, value: string, order: Order) => Promise<boolean>;
  readonly already: (id: number, value: string) => string;
  readonly done: (id: number, value: string) => string;
};

const WHILE_PAUSED =
  'its batches are accepted and wait, nothing of them is issued; PDFs are rendered when a client asks for them; records that exist go to AEAT';

const WHEN: Readonly<Record<string, string>> = {
  ahead: 'of batches that end from now on each PDF is made as soon as the invoice is issued',
  'on-demand':
    'of batches that end from now on a PDF is made when somebody asks for it, or for the archive of its batch',
};

const SOURCES =
  'six (Código de Comercio, art. 30), which each has at first; ten where losses are carried forward (LGT, art. 66 bis)';

const readYears = readWhole(
  LEAST_KEEP_YEARS,
  MOST_KEEP_YEARS,
  `It must be a number of years from ${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}.`,
);

const SETTINGS: readonly Setting[] = [
  {
    name: 'pause',
    about: `pause an organization: ${WHILE_PAUSED}`,
    set: (orm, id, _value, order) => pauseOrganization(orm, id, true, order),
    already: (id) => `Organization ${id} is paused already`,
    done: (id) =>
      `Organization ${id} is paused: ${WHILE_PAUSED}. A batch that is being issued now is finished`,
  },
  {
    name: 'resume',
    about: 'let an organization go on that is paused',
    set: (orm, id, _value, order) => pauseOrganization(orm, id, false, order),
    already: (id) => `Organization ${id} is not paused`,
    done: (id) => `Organization ${id} goes on: its batches that wait are issued within seconds`,
  },
  {
    name: 'pdfs',
    about:
      'set when the PDFs of an organization are made: ahead (as usual), or on demand, for those that download few',
    value: new Argument('<when>', 'before anybody asks, or when somebody does').choices(Object.keys(WHEN)),
    set: (orm, id, when, order) => setPdfsOnDemand(orm, id, when === 'on-demand', order),
    already: (id, when) => `The PDFs of organization ${id} are made ${when.replace('-', ' ')} already`,
    done: (id, when) => `The PDFs of organization ${id} are made ${when.replace('-', ' ')}: ${WHEN[when]}`,
  },
  {
    name: 'keep',
    about: `set how many years the law wants kept what an organization issued, from the end of the year on: ${SOURCES}`,
    value: new Argument('<years>', `${LEAST_KEEP_YEARS} to ${MOST_KEEP_YEARS}`).argParser((text) =>
      String(readYears(text)),
    ),
    set: (orm, id, years, order) => setKeepYears(orm, id, Number(years), order),
    already: (id, years) => `What organization ${id} issued is to be kept ${years} years already`,
    done: (id, years) =>
      `What organization ${id} issued is to be kept ${years} years after the end of its year`,
  },
];

/** Adds the commands that change one setting of an organization. Each refuses to set what is set already. */
export function addSettingCommands(program: Command): void {
  for (const { name, about, value, set, already, done } of SETTINGS) {
    const setting = withOrder(program.command(name)).description(about);
    setting.argument('<organization>', 'its id', readId);
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
