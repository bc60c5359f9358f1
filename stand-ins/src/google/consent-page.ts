/** The page on which a person decides; plain links, so that a browser needs nothing else. */
import { escapeHtml, personPage } from '../http/person-page.ts'
import type { Answer } from '../http/send.ts'

const TITLE = 'Sign in - Google Accounts'

export const consentPath = '/o/oauth2/v2/consent'

export function consentPage(query: URLSearchParams): Answer {
  const scopes = (query.get('scope') ?? '').split(' ')
  const link = (decision: string, text: string) =>
    `<a href="${escapeHtml(`${consentPath}?${query}&decision=${decision}`)}">${text}</a>`
  return personPage(
    200,
    TITLE,
    `<h1>tangelo wants access to your Google Account</h1>
<p>mia@example.test</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>
<p>${link('allow', 'Continue')} · ${link('deny', 'Cancel')}</p>`,
  )
}

export const unknownClientPage = () =>
  personPage(401, TITLE, '<h1>Access blocked: Authorization Error</h1><p>Error 401: invalid_client</p>')
