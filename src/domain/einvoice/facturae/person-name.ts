import { NotExpressible } from '../refusal.ts';
import { limitText } from './limit-text.ts';

/** The name of a natural person. */
export type PersonName = {
  readonly name: string;
  readonly firstSurname: string;
  readonly secondSurname?: string;
};

const MAX_LENGTH = 40;
const BLANKS = /\s+/u;

/**
 * Splits the name of a natural person, for whom Facturae requires a name and a surname. With a comma the surnames precede the name: `García López, Ana`.
 * Otherwise the first word is the name. The first word of the surnames is the first surname.
 * @throws NotExpressible if there is no surname, or if a part is too long.
 */
export function splitName(text: string): PersonName {
  const comma = text.indexOf(',');
  const words = (comma === -1 ? text : text.slice(0, comma)).split(BLANKS).filter((word) => word !== '');
  const name = comma === -1 ? (words.shift() ?? '') : text.slice(comma + 1).trim();
  const [firstSurname, ...others] = words;
  if (name === '' || firstSurname === undefined) {
    throw new NotExpressible(
      'FirstSurname',
      `Facturae requires the name and the surname of a natural person, and ${text} is only one of them`,
    );
  }
  const secondSurname = others.join(' ');
  return {
    name: limitText(name, 'Name', MAX_LENGTH, 'the name of a natural person'),
    firstSurname: limitText(
      firstSurname,
      'FirstSurname',
      MAX_LENGTH,
      'the first surname of a natural person',
    ),
    ...(secondSurname !== '' && {
      secondSurname: limitText(
        secondSurname,
        'SecondSurname',
        MAX_LENGTH,
        'the second surname of a natural person',
      ),
    }),
  };
}
