/** The Pages that a person allowed in Facebook's login, and the professional accounts that they lead to. */
import type { Grant, OpenedAccount } from '#ports/publishing.ts'
import type { CallUse, Outcome, Refusal } from '#ports/publishing-outcome.ts'
import { type Fields, isFields, list, text, WrongField } from '../figures-file/fields.ts'
import type { GraphCall } from './graph-call.ts'
import { fieldsIn, idOf } from './readings.ts'

/** Of a Page: with one of them a person may publish. */
const PUBLISHING_TASKS = ['MANAGE', 'CREATE_CONTENT']
const PAGES_PER_CALL = 100
/** Pages of the list that are read. */
const CALLS_MAX = 10

/** What a connected account holds: the person's token, which is renewed, and the Page's, with which calls are made. */
interface Secret {
  user: string
  page: string
}

interface LinkedPage {
  id: string
  name: string | null
  token: string | null
  mayPublish: boolean
  accountId: string
}

/** `base`: the graph host with the version. */
export function facebookPages({ call, base }: { call: GraphCall; base: string }) {
  /** The Pages that were ticked and have a professional account. */
  async function readLinkedPages(token: string, signal: AbortSignal): Promise<Outcome<LinkedPage[]>> {
    const pages: LinkedPage[] = []
    let after: string | null = null
    let use: CallUse = { percent: null }
    for (let asked = 0; asked < CALLS_MAX; asked += 1) {
      const query: URLSearchParams = new URLSearchParams({
        fields: 'id,name,access_token,tasks,instagram_business_account',
        limit: String(PAGES_PER_CALL),
        ...(after !== null && { after }),
      })
      const url = new URL(`${base}/me/accounts?${query}`)
      const answer: Outcome<PageList> = await call({ purpose: 'sign_in', url, token, value: pageList, signal })
      if (answer.is !== 'accepted') return answer
      pages.push(...answer.value.pages)
      use = answer.use
      after = answer.value.after
      if (after === null) break
    }
    return { is: 'accepted', value: pages, use }
  }

  async function openAccounts(user: string, signal: AbortSignal): Promise<Outcome<Pick<Grant, 'accounts' | 'unread'>>> {
    const pages = await readLinkedPages(user, signal)
    if (pages.is !== 'accepted') return pages
    const accounts: OpenedAccount[] = []
    let unread: Refusal | null = null
    for (const { id, name, token, mayPublish, accountId } of pages.value) {
      if (token === null) continue
      const url = new URL(`${base}/${accountId}?fields=username,name`)
      const named = await call({ purpose: 'sign_in', url, token, value: nameOf, signal })
      // What is refused for one account keeps none of the others from being connected.
      if (named.is === 'refused' && named.refusal.holds !== 'installation' && named.refusal.step !== 'wait_limit') {
        unread ??= named.refusal
        continue
      }
      if (named.is !== 'accepted') return named
      const page = { id, name }
      accounts.push({
        accountId,
        secret: sealable({ user, page: token }),
        username: named.value.username,
        name: named.value.name,
        page,
        mayPublish,
      })
    }
    return { is: 'accepted', value: { accounts, unread }, use: pages.use }
  }

  return { readLinkedPages, openAccounts }
}

interface PageList {
  pages: LinkedPage[]
  /** Where the next part begins; its whole address would hold the token. */
  after: string | null
}

function pageList(json: Fields): PageList {
  const pages = fieldsIn(json).flatMap((page): LinkedPage[] => {
    const { instagram_business_account: account } = page
    if (!isFields(account)) return []
    return [
      {
        id: idOf(page),
        name: text(page, 'name'),
        token: text(page, 'access_token'),
        mayPublish: list(page, 'tasks').some((task) => PUBLISHING_TASKS.includes(String(task))),
        accountId: idOf(account),
      },
    ]
  })
  const paging = isFields(json.paging) ? json.paging : {}
  const cursors = isFields(paging.cursors) ? paging.cursors : {}
  return { pages, after: paging.next === undefined ? null : text(cursors, 'after') }
}

function nameOf(json: Fields): { username: string; name: string | null } {
  const username = text(json, 'username')
  if (username === null) throw new WrongField('username is missing')
  return { username, name: text(json, 'name') }
}

export const sealable = ({ user, page }: Secret): string => JSON.stringify({ user, page })

export function secretOf(text: string): Secret {
  const secret: unknown = JSON.parse(text)
  if (isFields(secret) && typeof secret.user === 'string' && typeof secret.page === 'string')
    return { user: secret.user, page: secret.page }
  throw new Error('Not a secret of this login')
}
