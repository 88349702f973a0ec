import { InvalidArgumentError } from 'commander';
import type { PersonNameInput } from '../contracts/v2/invoice-input.ts';

/** The option with the parts of the name of a natural person, and what it is. */
export const NAME_PARTS_OPTION = [
  '--person-name <given,first,second>',
  'the given name, the first surname and the second surname of a natural person, separated by commas, for Facturae; the last may be left out: Ana,de la Fuente,Ejemplo',
] as const;

/**
 * Reads the given name, the first surname and the second surname, of which the last may be left
 * out. An empty text removes them: Commander turns a null that a parser returns into an empty text.
 */
export function readNameParts(text: string): PersonNameInput | '' {
  if (text === '') return '';
  const [given = '', first = '', second = '', ...others] = text.split(',').map((part) => part.trim());
  if (first === '' || others.length > 0)
    throw new InvalidArgumentError(
      'It must be a given name, a first surname and a second surname if there is one, separated by commas: Ana,de la Fuente,Ejemplo.',
    );
  return { given_name: given, first_surname: first, second_surname: second };
}

/** Writes the parts of a name as `NAME_PARTS_OPTION` takes them. */
export function showNameParts({
  givenName,
  firstSurname,
  secondSurname,
}: {
  readonly givenName: string;
  readonly firstSurname: string;
  readonly secondSurname: string | null;
}): string {
  return [givenName, firstSurname, secondSurname].filter((part) => part !== null).join(', ');
}
