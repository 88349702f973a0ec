import type { Command } from './command.ts';
import { InputFault } from './faults.ts';
import { COMMON } from './settings.ts';

type Commands = Readonly<Record<string, Command>>;

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: writeBash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${writeBash(commands)}`,
  fish: writeFish,
};

/**
 * Returns the script with which a shell completes the commands and options of `ibe`.
 * @throws InputFault for an unknown shell.
 */
export function writeCompletion(shell: string | undefined, commands: Commands): string {
  const write = shell !== undefined && Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined)
    throw new InputFault(`Name the shell whose completion is printed: ${Object.keys(SHELLS).join(', ')}`);
  return write(commands);
}

const listOptions = ({ options }: Command) =>
  Object.keys({ ...options, ...COMMON }).map((option) => `--${option}`);

/** Words that are not options are names of files, which bash completes by default. */
function writeBash(commands: Commands): string {
  const cases = Object.entries(commands).map(
    ([name, command]) => `    ${name}) words='${listOptions(command).join(' ')}' ;;`,
  );
  const first = [...Object.keys(commands), 'completion', 'help', '--help', '--version'];
  return [
    '_ibe() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" words=',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    `    completion) words='${Object.keys(SHELLS).join(' ')}' ;;`,
    '  esac',
    `  [ "$COMP_CWORD" -gt 1 ] || words='${first.join(' ')}'`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _ibe ibe invoice-batch-engine-client',
  ].join('\n');
}

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

function writeFish(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, { summary, options }]) => [
    `complete -c ibe -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...Object.entries({ ...options, ...COMMON }).map(
      ([option, { type, about }]) =>
        `complete -c ibe -n '__fish_seen_subcommand_from ${name}' -l ${option}${type === 'string' ? ' -r' : ''} -d ${quote(about)}`,
    ),
  ]);
  return lines.join('\n');
}
