/** The pages of links that are not files: a lock, and a link that opens nothing. */
import { hash } from 'node:crypto'
import { html, Markup } from '../../../reports/rules/html/markup.ts'
import { pagePolicy } from './policy.ts'
import { SHELL_STYLES } from './shell-styles.ts'

export const SHELL_POLICY = pagePolicy({ styleHash: hash('sha256', SHELL_STYLES, 'base64') })

const page = (title: string, body: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(SHELL_STYLES)}</style>
</head>
<body>
${body}
</body>
</html>
`.text

export const gonePage = (): string =>
  page(
    'Nothing here',
    html`<main><h1>This link does not open anything</h1><p>It may have ended or been withdrawn, or a part of the address is missing. Ask the person who sent it for a new one.</p></main>`,
  )

/** @param problem why the last try did not unlock it, in one sentence. */
export const lockedPage = (token: string, problem: string | null): string =>
  page(
    'Password needed',
    html`<main><h1>This page has a password</h1><p>You have it from the person who sent you the link.</p>
<form method="post" action="/s/${token}/unlock"><label for="password">Password</label><input id="password" name="password" type="password" required autofocus autocomplete="current-password"${problem !== null && html` aria-invalid="true" aria-describedby="problem"`}>${problem !== null && html`<p id="problem" class="problem" role="alert">${problem}</p>`}<button>Open</button></form></main>`,
  )

export const troubledPage = (): string =>
  page(
    'Not just now',
    html`<main><h1>This page cannot be shown just now</h1><p>Please try again in a few minutes.</p></main>`,
  )
