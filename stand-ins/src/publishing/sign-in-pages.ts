/** The pages on which people allow an application to publish: one account with Instagram, ticked Pages with Facebook. */
import { escapeHtml, personPage } from '../http/person-page.ts'
import type { Answer } from '../http/send.ts'
import type { OwnAccount } from './own-account.ts'
import type { Decision } from './sign-ins.ts'
import type { Login } from './tokens.ts'

/** Where its links lead, below the address of the page's host. */
export const decisionPath = '/decision'

const titles: Record<Login, string> = { instagram: 'Log in • Instagram', facebook: 'Log in with Facebook' }

export function signInPage(login: Login, url: URL, accounts: readonly OwnAccount[]): Answer {
  const host = url.pathname.split('/')[1] ?? ''
  const link = (decision: Record<string, string>, words: string) => {
    const query = new URLSearchParams(url.searchParams)
    for (const [name, value] of Object.entries(decision)) query.set(name, value)
    return `<li><a href="${escapeHtml(`/${host}${decisionPath}?${query}`)}">${escapeHtml(words)}</a></li>`
  }
  const scopes = (url.searchParams.get('scope') ?? 'everything of this configuration').split(/[, ]+/)
  const choices =
    login === 'instagram'
      ? accounts.map(({ username }) => link({ decision: 'allow', usernames: username }, `Continue as ${username}`))
      : [
          link({ decision: 'allow' }, 'Continue with all Pages'),
          link({ decision: 'allow', usernames: '' }, 'Tick none'),
        ]
  return personPage(
    200,
    titles[login],
    `<h1>tangelo wants to use your account</h1>
<ul>${scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>
<ul>${choices.join('')}${link({ decision: 'deny' }, 'Not now')}</ul>`,
  )
}

export const unknownAppPage = (login: Login) =>
  personPage(400, titles[login], '<h1>Invalid platform app</h1><p>Invalid Request: the app does not exist.</p>')

/** What was clicked on that page. */
export function readDecision(query: URLSearchParams): Decision {
  const usernames = query.get('usernames')
  return {
    isAllowed: query.get('decision') === 'allow',
    ...(usernames !== null && { usernames: usernames.split(',').filter((name) => name !== '') }),
  }
}
