import { Argument, Command, type Option } from 'commander';
import { print } from './print.ts';

/*
 * npm run engine -- completion: prints the script with which a shell completes the commands of a
 * program called `engine`.
 */

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completion = new Command('completion')
  .description('print the script with which a shell completes commands and options (docs/operating.md)')
  .addArgument(new Argument('<shell>', 'the shell that loads the script').choices(SHELLS))
  .action((shell: Shell, _options: unknown, { parent: program }: Command) =>
    print(WRITERS[shell](listCommandPaths(program!, []))),
  );

/** A command, and the words that select it. */
type CommandPath = { readonly path: string; readonly command: Command; readonly options: readonly Option[] };

function listCommandPaths(command: Command, before: readonly string[]): CommandPath[] {
  const words = [...before, command.name()];
  const place = { path: words.join(' '), command, options: command.createHelp().visibleOptions(command) };
  return [place, ...command.commands.flatMap((each) => listCommandPaths(each, words))];
}

const takesValue = ({ required, optional }: Option) => required || optional;
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Lists the words that may follow a command: its subcommands, the choices of its arguments, and its
 * options.
 */
function listWords({ command, options }: CommandPath): string[] {
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const names = options.flatMap(({ long }) => long ?? []);
  return [...command.commands.map((each) => each.name()), ...values, ...names];
}

const writeBashCase = ([at, known]: readonly [string, readonly string[]]) =>
  `    ${quote(at)}) words=${quote(known.join(' '))} ;;`;

/**
 * After an option that takes a value, bash completes its choices. If no word matches, it completes
 * file names.
 */
function writeBash(places: readonly CommandPath[]): string[] {
  const paths = places.slice(1).map(({ path }) => quote(path));
  const values = places.flatMap(({ path, options }) =>
    options.filter(takesValue).map(({ long, argChoices }) => [`${path} ${long}`, argChoices ?? []] as const),
  );
  const words = places.map((place) => [place.path, listWords(place)] as const);
  return [
    '_engine() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} place=engine words index',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    '    case "$place ${COMP_WORDS[index]}" in',
    `      ${paths.join(' | ')})`,
    '        place="$place ${COMP_WORDS[index]}" ;;',
    '    esac',
    '  done',
    '  case $place in',
    ...words.map(writeBashCase),
    '  esac',
    '  case "$place $before" in',
    ...values.map(writeBashCase),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _engine engine',
  ];
}

/** zsh can load completions of bash. */
function writeZsh(places: readonly CommandPath[]): string[] {
  return [
    'autoload -Uz compinit bashcompinit',
    'whence compdef >/dev/null || compinit',
    'bashcompinit',
    ...writeBash(places),
  ];
}

function writeFish(places: readonly CommandPath[]): string[] {
  const paths = places.slice(1).map(({ path }) => quote(path));
  return [
    'function __engine_is_at',
    '  set --local place engine',
    '  for word in (commandline --tokenize --current-process --cut-at-cursor)[2..]',
    '    switch "$place $word"',
    `      case ${paths.join(' ')}`,
    '        set place "$place $word"',
    '    end',
    '  end',
    '  test "$place" = "$argv[1]"',
    'end',
    ...places.flatMap(({ path, command, options }) => {
      const start = `complete --command engine --condition ${quote(`__engine_is_at "${path}"`)}`;
      const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
      return [
        ...command.commands.map(
          (each) =>
            `${start} --no-files --arguments ${each.name()} --description ${quote(each.description())}`,
        ),
        ...(values.length === 0 ? [] : [`${start} --no-files --arguments ${quote(values.join(' '))}`]),
        ...options.map((option) => start + writeFishOption(option)),
      ];
    }),
  ];
}

function writeFishOption({ long, short, description, argChoices, ...option }: Option): string {
  const names = [
    ...(long === undefined ? [] : [` --long-option ${long.slice(2)}`]),
    ...(short === undefined ? [] : [` --short-option ${short.slice(1)}`]),
  ];
  const choices = argChoices === undefined ? '' : ` --no-files --arguments ${quote(argChoices.join(' '))}`;
  const value = option.required ? ' --require-parameter' : '';
  return `${names.join('')}${value}${choices} --description ${quote(description)}`;
}

const WRITERS: Readonly<Record<Shell, (places: readonly CommandPath[]) => string[]>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};
