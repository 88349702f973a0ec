import { MOST_WRONG_LOGINS } from '../operators/operator-sessions.ts';
import { SUSPICIOUS, type WrongLogins } from '../operators/wrong-logins.ts';
import { countOf, type Finding, OF_ENGINE } from './finding.ts';

/**
 * Returns the findings about wrong passwords of operators, and about wrong codes with the right
 * password.
 */
export function judgeSignIn(wrongLogins: readonly WrongLogins[]): Finding[] {
  const codesOf = new Map<string, number>();
  for (const { login, codes } of wrongLogins) codesOf.set(login, (codesOf.get(login) ?? 0) + codes);
  return wrongLogins
    .filter(({ codes, passwords }) => codes + passwords >= SUSPICIOUS)
    .map(({ login, isKnown, codes, passwords, firstAt }) => {
      const isLocked = codes + passwords >= MOST_WRONG_LOGINS;
      const isPasswordKnown = codesOf.get(login)! >= SUSPICIOUS;
      const [where, others] = isKnown
        ? ['browsers in which they have signed in', 'browsers in which they have not signed in before']
        : ['browsers in which they have not signed in before', 'those in which they have'];
      const wrong = [
        ...(codes > 0 ? [`${countOf(codes, 'wrong code')} with the right password`] : []),
        ...(passwords > 0 ? [countOf(passwords, 'wrong password')] : []),
      ].join(' and ');
      return {
        id: `wrong-logins-${isKnown ? 'known' : 'unknown'}-${login}`,
        ...OF_ENGINE,
        // Anybody who knows a login can lock the browsers in which its operator has never signed
        // in.
        urgency: isLocked && (isKnown || isPasswordKnown) ? 'act' : 'look',
        what: isLocked
          ? `Operator ${login} can no longer sign in from ${where}, only from ${others}`
          : isPasswordKnown
            ? `Somebody who knows the password of operator ${login} enters wrong codes`
            : `Somebody enters wrong passwords or codes of operator ${login}`,
        since: firstAt,
        why: `${wrong}, from ${where}`,
        todo: isPasswordKnown
          ? `ask ${login}. If it was somebody else, the password is known: npm run engine -- operator password ${login}. If the authenticator is wrong: npm run engine -- operator totp ${login}. Both end the count`
          : `ask ${login}. If it was somebody else, let nobody reach the dashboard from outside; npm run engine -- operator unlock ${login} ends the count and the lock`,
        acts: [],
        section: 'installation',
      };
    });
}
