/** The page on which a person decides; plain links, so that a browser needs nothing else. */
import type { Answer } from '../http/send.ts'

export const consentPath = '/o/oauth2/v2/consent'

export function consentPage(query: URLSearchParams): Answer {
  const scopes = (query.get('scope') ?? '').split(' ')
  const link = (decision: string, text: string) =>
    `<a href="${escaped(`${consentPath}?${query}&decision=${decision}`)}">${text}</a>`
  return page(
    200,
    `<h1>tangelo wants access to your Google Account</h1>
<p>mia@example.test</p>
<ul>${scopes.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>
<p>${link('allow', 'Continue')} · ${link('deny', 'Cancel')}</p>`,
  )
}

export const unknownClientPage = () =>
  page(401, '<h1>Access blocked: Authorization Error</h1><p>Error 401: invalid_client</p>')

function page(status: number, content: string): Answer {
  const body = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in - Google Accounts (stand-in)</title></head>
<body style="font-family: sans-serif; max-width: 32rem; margin: 4rem auto; line-height: 1.6">
${content}
</body></html>
`
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
