import { MOST_WRONG_CODES } from '../operators/operator-sessions.ts';
import type { WrongCodes } from '../operators/wrong-codes.ts';
import { countOf, type Finding, OF_ENGINE } from './finding.ts';

/** Wrong codes that are more than mistypings. */
const SUSPICIOUS = 10;

/** Returns the findings about wrong codes of authenticators, which were entered with the right password. */
export function judgeSignIn(wrongCodes: readonly WrongCodes[]): Finding[] {
  return wrongCodes
    .filter(({ wrong }) => wrong >= SUSPICIOUS)
    .map(({ login, isKnown, wrong, firstAt }) => {
      const isLocked = wrong >= MOST_WRONG_CODES;
      const [where, others] = isKnown
        ? ['browsers in which they have signed in', 'browsers in which they have not signed in before']
        : ['browsers in which they have not signed in before', 'those in which they have'];
      return {
        id: `wrong-codes-${isKnown ? 'known' : 'unknown'}-${login}`,
        ...OF_ENGINE,
        urgency: isLocked ? 'act' : 'look',
        what: isLocked
          ? `Operator ${login} can no longer sign in from ${where}, only from ${others}`
          : `Somebody who knows the password of operator ${login} enters wrong codes`,
        since: firstAt,
        why: `${countOf(wrong, 'wrong code')} with the right password, from ${where}`,
        todo: `ask ${login}. If it was somebody else, the password is known: npm run engine -- operator password ${login}. If the authenticator is wrong: npm run engine -- operator totp ${login}. Both end the count`,
        acts: [],
        section: 'installation',
      };
    });
}
