import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';
import { layOut } from '../pages/layout.ts';

/**
 * Returns the page where operators sign in.
 * @param next path to continue at.
 * @param problem why the last attempt failed; null if there was none.
 */
export function signInPage(next: string, problem: string | null, login = ''): Html {
  const main = html`<form method="post" action="/sign-in">
    <h1>Sign in</h1>
    ${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
    <input type="hidden" name="next" value="${next}" />
    <label
      >Login
      <input
        name="login"
        value="${login}"
        required
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        ${login === '' && html`autofocus`}
    /></label>
    <label
      >Password
      <input
        name="password"
        type="password"
        required
        autocomplete="current-password"
        ${login !== '' && html`autofocus`}
    /></label>
    <label
      >Code of your authenticator
      <input
        name="code"
        required
        inputmode="numeric"
        autocomplete="one-time-code"
        aria-describedby="code-help"
    /></label>
    <p id="code-help" class="quiet">Six digits. Each counts once.</p>
    <p><button type="submit">Sign in</button></p>
    <p class="quiet"><a href="/sign-in/shared">The shared login</a> (DASHBOARD_USER) needs no code.</p>
  </form>`;
  return layOut({ title: 'Sign in', place: null, main, login: null });
}

/** Returns the page that ends a session. */
export function signOutPage(login: string, formToken: string): Html {
  const main = html`<form method="post" action="/sign-out">
    <h1>Sign out</h1>
    <p>You are signed in as ${login}.</p>
    <input type="hidden" name="token" value="${formToken}" />
    <button type="submit">Sign out</button>
  </form>`;
  return layOut({ title: 'Sign out', place: null, main, login });
}

/**
 * Returns the sign-out page of the shared login.
 * @param hasOthers whether operators may have their own logins.
 */
export function sharedSignOutPage(login: string, hasOthers: boolean): Html {
  const main = html`<h1>The shared login</h1>
    <p>
      You use the shared login ${login}. Your browser sends it with every request until you close the browser.
    </p>
    ${hasOthers && html`<p><a href="/sign-in">Sign in with your own login</a></p>`}`;
  return layOut({ title: 'Sign out', place: null, main, login });
}

/**
 * Returns a page that repeats the navigation from this site. Browsers do not send the cookie after
 * a link of another site.
 */
export function repeatNavigationPage(path: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Invoice batch engine</title>
        <meta http-equiv="refresh" content="0; url=${path}" />
      </head>
      <body>
        <a href="${path}">Continue</a>
      </body>
    </html>`;
}
