/** Words of which example passwords consist. Longer words come before those that they contain. */
const WORDS =
  'administrator administrador qwertyuiop contraseña contrasena dashboard password passwort operator operador changeme letmein welcome ejemplo example default asdfgh qwerty sample secret change please admin login clave demo here pass test user root word your abc new now the it me my'.split(
    ' ',
  );
const NO_LETTERS = /[^\p{L}]+/gu;
const DIGITS = '01234567890123456789';
const FEWEST_DIFFERENT = 6;

/**
 * Returns whether a password consists of example words with any digits and signs, or of only a few
 * different characters.
 */
export function isGuessable(password: string): boolean {
  if (new Set(password).size < FEWEST_DIFFERENT) return true;
  if (DIGITS.includes(password) || DIGITS.split('').toReversed().join('').includes(password)) return true;
  const letters = password.toLowerCase().replaceAll(NO_LETTERS, '');
  const others = WORDS.reduce((text, word) => text.replaceAll(word, ' '), letters);
  return letters !== '' && others.trim() === '';
}

/**
 * Returns whether a key that should be random is a filler. A random key has more different
 * characters.
 */
export function isFiller(key: string): boolean {
  return new Set(key).size < 8;
}
