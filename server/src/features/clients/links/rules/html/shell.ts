/** Pages of links that are not files: what they have in common, a lock, and a link that opens nothing. */
import { hash } from 'node:crypto'
import { html, Markup } from '../../../reports/rules/html/markup.ts'
import { pagePolicy } from './policy.ts'
import { stylesOf } from './styles.ts'

/** What the build has made for these pages: addresses, and nothing where nothing has been built. */
export interface ShellFiles {
  fonts: readonly { url: string; range: string | null }[]
  script: string | null
}

export interface ShellPage {
  body: string
  policy: string
}

/** Letters of other European languages have a file of their own. */
const EXTENDED = 'U+0100-017F,U+0218-021B,U+1E9E,U+20B9,U+20BA,U+20BD'

/** @param assets paths below /assets, as the build names them: with a hash, whose length is the build's own matter. */
export function shellFilesIn(assets: readonly string[]): ShellFiles {
  const urlOf = (name: RegExp) => assets.filter((asset) => name.test(asset)).map((asset) => `/${asset}`)
  return {
    fonts: [
      ...urlOf(/^assets\/inter-(?!ext-)[\w-]+\.woff2$/).map((url) => ({ url, range: null })),
      ...urlOf(/^assets\/inter-ext-[\w-]+\.woff2$/).map((url) => ({ url, range: EXTENDED })),
    ],
    script: urlOf(/^assets\/link-page-[\w-]+\.js$/)[0] ?? null,
  }
}

/** A document with its policy. */
export function shellPage(
  { fonts, script }: ShellFiles,
  kind: 'alone' | 'calendar',
  { title, main }: { title: string; main: Markup },
): ShellPage {
  const styles = stylesOf(kind, fonts)
  const usesScript = kind === 'calendar' && script !== null
  const { text: body } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(styles)}</style>
${usesScript && html`<script type="module" src="${script}"></script>`}
</head>
<body>
${main}
</body>
</html>
`
  return { body, policy: pagePolicy({ styleHash: hash('sha256', styles, 'base64'), runsScript: usesScript }) }
}

/** The cut fruit without its filling. */
export const WHEEL = html`<svg class="wheel" viewBox="0 0 64 64" aria-hidden="true">${Array.from(
  { length: 8 },
  (_, at) => {
    const point = (radius: number, turn: number) =>
      [Math.cos(turn), Math.sin(turn)].map((part) => (32 + radius * part).toFixed(2)).join(' ')
    const [from, to] = [(at + 0.06) * (Math.PI / 4), (at + 0.94) * (Math.PI / 4)]
    return html`<path d="M${point(10, from + 0.12)}L${point(29, from)}A29 29 0 0 1 ${point(29, to)}L${point(10, to - 0.12)}A10 10 0 0 0 ${point(10, from + 0.12)}Z"/>`
  },
)}</svg>`

const alone = (files: ShellFiles, title: string, main: Markup) =>
  shellPage(files, 'alone', { title, main: html`<main class="alone">${WHEEL}${main}</main>` })

export const renderGonePage = (files: ShellFiles): ShellPage =>
  alone(
    files,
    'Nothing here',
    html`<h1>This link does not open anything</h1><p>It may have ended or been withdrawn, or a part of the address is missing. Ask the person who sent it for a new one.</p>`,
  )

/** @param problem why the last try did not unlock it, in one sentence. */
export const renderLockedPage = (files: ShellFiles, token: string, problem: string | null): ShellPage =>
  alone(
    files,
    'Password needed',
    html`<h1>This page has a password</h1><p>Ask the person who sent you the link for it.</p>
<form method="post" action="/s/${token}/unlock"><label for="password">Password</label><input id="password" name="password" type="password" required autofocus autocomplete="off" maxlength="256"${problem !== null && html` aria-invalid="true" aria-describedby="problem"`}><p id="problem" class="problem" role="alert">${problem}</p><button>Open the page</button></form>`,
  )

export const renderTroubledPage = (files: ShellFiles): ShellPage =>
  alone(
    files,
    'Not just now',
    html`<h1>This page cannot be shown just now</h1><p>Please try again in a few minutes. The link stays as it is.</p>`,
  )
