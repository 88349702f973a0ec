import { Command, InvalidArgumentError, Option } from 'commander';
import { toString as drawQr } from 'qrcode';
import { writeUri } from '../operators/second-factor.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../contracts/codes.ts';
import {
  type OrderOptions,
  readOrder,
  readPath,
  UsageError,
  withDatabase,
  withOrder,
} from './command-context.ts';
import { readNewPassword, readPassword } from './operator/read-password.ts';
import { print } from './print.ts';

/*
 * npm run engine -- operator: manages the operators who sign in to the dashboard with their own
 * login. See docs/operators.md.
 */

const MAX_LOGIN = 60;

function readLogin(text: string): string {
  const login = text.trim().toLowerCase();
  if (!/^[a-z0-9][a-z0-9._@-]*$/.test(login) || login.length > MAX_LOGIN)
    throw new InvalidArgumentError(
      `It must have 1 to ${MAX_LOGIN} characters: letters (a to z), digits and . _ @ -, starting with a letter or digit.`,
    );
  return login;
}

type RoleOption = { readonly role: OperatorRole };
type PasswordOption = { readonly passwordFile?: string };

const withRole = (command: Command) =>
  command.addOption(
    new Option('--role <role>', 'view: may only look; act: may also make changes')
      .choices(OPERATOR_ROLES)
      .makeOptionMandatory(),
  );
const withPassword = (command: Command, whose: string) =>
  command.option(
    '--password-file <file>',
    `a file with ${whose}; - for standard input; default: prompt on the terminal`,
    readPath,
  );
const onLogin = (command: Command) =>
  withOrder(command.argument('<login>', 'the login of the operator', readLogin));

export const command = new Command('operator').description(
  'manage the operators of the dashboard: each has a login, a password and an authenticator',
);

withPassword(withRole(onLogin(command.command('add'))), 'the password')
  .description('add an operator; prints the secret for the authenticator, which is shown only once')
  .action((login: string, options: OrderOptions & RoleOption & PasswordOption) =>
    withDatabase(async ({ orm }) => {
      const { addOperator } = await import('../operators/manage-operators.ts');
      const password = await readNewPassword(login, options.passwordFile);
      const factor = await addOperator(orm, { login, role: options.role, password }, readOrder(options));
      if (factor === null) throw new UsageError(`There is an operator ${login} already`);
      await printFactor(`Operator ${login} may ${IN_WORDS[options.role]}`, login, factor);
    }),
  );

command
  .command('list', { isDefault: true })
  .description('list the operators and show which of them are signed in')
  .action(() =>
    withDatabase(async ({ orm, pool }) => {
      const { listOperators } = await import('../operators/operators.ts');
      const { countOf } = await import('../monitor/finding.ts');
      const { listWrongLogins } = await import('../operators/wrong-logins.ts');
      const operators = await listOperators(orm);
      const wrongLogins = await listWrongLogins(pool);
      if (operators.length === 0) await print('There is no operator: only DASHBOARD_USER can sign in');
      for (const { login, role, createdAt, signedInAt } of operators) {
        const since = `since ${createdAt.toISOString()}`;
        const own = wrongLogins.filter((each) => each.login === login);
        await print(
          [
            `${login}  ${role}  ${since}`,
            ...(signedInAt === null ? [] : [`signed in, last seen ${signedInAt.toISOString()}`]),
            ...own.map(
              ({ isKnown, codes, passwords }) =>
                `${countOf(codes, 'wrong code')} and ${countOf(passwords, 'wrong password')} ${isKnown ? 'in' : 'outside'} known browsers`,
            ),
          ].join('  '),
        );
      }
    }),
  );

withRole(onLogin(command.command('role')))
  .description('change the role of an operator; ends their sessions')
  .action((login: string, options: OrderOptions & RoleOption) =>
    withDatabase(async ({ orm }) => {
      const { changeRole } = await import('../operators/manage-operators.ts');
      const isThere = await changeRole(orm, login, options.role, readOrder(options));
      refuseNone(isThere || null, login);
      await print(`Operator ${login} may ${IN_WORDS[options.role]}; their sessions have ended`);
    }),
  );

withPassword(onLogin(command.command('password')), 'the new password')
  .description(
    'give an operator a new password and a new authenticator secret; prints the secret, which is shown only once, and ends their sessions',
  )
  .action((login: string, options: OrderOptions & PasswordOption) =>
    withDatabase(async ({ orm }) => {
      const { changePassword } = await import('../operators/manage-operators.ts');
      const password = await readNewPassword(login, options.passwordFile);
      const factor = refuseNone(await changePassword(orm, login, password, readOrder(options)), login);
      await printFactor(`Operator ${login} has a new password; their sessions have ended`, login, factor);
    }),
  );

withPassword(onLogin(command.command('totp')), 'their current password')
  .description(
    'give an operator a new authenticator secret; prints the secret, which is shown only once, and ends their sessions. The secret is sealed with their password, which they must enter',
  )
  .action((login: string, options: OrderOptions & PasswordOption) =>
    withDatabase(async ({ orm }) => {
      const { changeFactor, WrongPassword } = await import('../operators/manage-operators.ts');
      const password = await readPassword(login, options.passwordFile);
      const factor = await changeFactor(orm, login, password, readOrder(options)).catch((error: unknown) => {
        throw error instanceof WrongPassword ? new UsageError(WRONG_PASSWORD(login)) : error;
      });
      const done = `Operator ${login} has a new secret; their sessions have ended`;
      await printFactor(done, login, refuseNone(factor, login));
    }),
  );

onLogin(command.command('unlock'))
  .description('end the count of wrong passwords and codes of an operator, and with it the lock')
  .action((login: string, options: OrderOptions) =>
    withDatabase(async ({ orm }) => {
      const { PasswordKnown, unlockOperator } = await import('../operators/manage-operators.ts');
      const unlocked = await unlockOperator(orm, login, readOrder(options)).catch((error: unknown) => {
        throw error instanceof PasswordKnown ? new UsageError(PASSWORD_KNOWN(login, error.codes)) : error;
      });
      const wrong = refuseNone(unlocked, login);
      const { countOf } = await import('../monitor/finding.ts');
      const forgotten = countOf(wrong, 'wrong attempt');
      await print(`Operator ${login} can sign in again: the count of ${forgotten} has ended`);
    }),
  );

onLogin(command.command('remove'))
  .description('remove an operator; ends their sessions')
  .action((login: string, options: OrderOptions) =>
    withDatabase(async ({ orm }) => {
      const { dropOperator } = await import('../operators/manage-operators.ts');
      refuseNone((await dropOperator(orm, login, readOrder(options))) || null, login);
      await print(`Operator ${login} is removed; their sessions have ended`);
    }),
  );

const IN_WORDS: Readonly<Record<OperatorRole, string>> = {
  view: 'look, but make no changes',
  act: 'look and make changes',
};

const WRONG_PASSWORD = (login: string) =>
  `This is not the password of ${login}. Set a new one if it is forgotten: npm run engine -- operator password ${login}`;

const PASSWORD_KNOWN = (login: string, codes: number) =>
  `${codes} wrong codes were entered with the right password of ${login}, so somebody may know it. Set a new one: npm run engine -- operator password ${login}`;

function refuseNone<T>(result: T | null, login: string): T {
  if (result === null) throw new UsageError(`There is no operator ${login}`);
  return result;
}

/** Prints the secret of an authenticator; on a terminal also as a QR code. */
async function printFactor(done: string, login: string, factor: string): Promise<void> {
  const uri = writeUri(login, factor);
  const picture = process.stdout.isTTY ? [await drawQr(uri, { type: 'terminal', small: true })] : [];
  const lines = [done, `Secret ${factor}`, uri, ...picture];
  await print(
    lines,
    `${done}, but the secret could not be shown: create another one (npm run engine -- operator totp ${login})`,
  );
}
