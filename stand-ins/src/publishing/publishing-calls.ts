/** What each operation of the graph hosts does: who may ask, for which account, how often. */
import type { Answer } from '../http/send.ts'
import type { Asked } from '../http/service.ts'
import { callLimits, type LimitOptions } from './call-limits.ts'
import { isAllowed } from './call-scopes.ts'
import type { Containers } from './containers.ts'
import { cursorPage } from './cursor-page.ts'
import { type Insights, insightsOf } from './insights.ts'
import { type Nodes, only } from './nodes.ts'
import type { OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
import type { Publisher } from './publish.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { SignIns } from './sign-ins.ts'
import type { Token } from './tokens.ts'
import type { Understood } from './vendor-hosts.ts'

export interface CallOptions extends LimitOptions {
  /** `/me` of Instagram Login has been documented flat and wrapped in a list. */
  meForm: 'flat' | 'wrapped'
}

interface CallParts {
  world: PublishingWorld
  allowed: SignIns
  made: Containers
  posts: Publisher
  reads: Nodes
  figures: Insights
  now(): number
  options: CallOptions
}

interface Whole extends Understood {
  token: string
  asked: Asked
  by: Token
}

const personId = '10150000000000001'
const quotaSeconds = 86_400

export function publishingCalls({ world, allowed, made, posts, reads, figures, now, options }: CallParts) {
  const limits = callLimits(options)

  /** The account that the address names, or `me`; undefined where the token does not open it. */
  function accountOf({ path, by, login }: Whole): OwnAccount | undefined {
    const { objectId = 'me' } = path
    if (objectId === 'me') return login === 'instagram' ? by.accounts[0] : undefined
    return by.accounts.find(({ id, scopedId }) => objectId === id || objectId === scopedId)
  }

  const forAccount = (call: Whole, does: (account: OwnAccount) => Answer | Promise<Answer>) => {
    const account = accountOf(call)
    if (!account) return publishingErrors.noSuchObject(call.path.objectId)
    return account.isProfessional ? does(account) : publishingErrors.permissionMissing()
  }

  const reader = ({ by, asked, query }: Whole) => ({ token: by, base: asked.base, query })

  const plays: Readonly<Record<string, (call: Whole) => Answer | Promise<Answer>>> = {
    whoAmI: whoAmI,
    pages(call) {
      const { by, query, asked } = call
      const owned = by.accounts.flatMap((account) => {
        if (account.pageId === null) return []
        const whole = {
          id: account.pageId,
          name: account.name,
          category: 'Bakery',
          tasks: account.tasks,
          access_token: allowed.pageToken(by, account),
          instagram_business_account: account.isProfessional ? { id: account.id } : undefined,
        }
        return [{ id: account.pageId, fields: only(whole, query.fields ?? 'id,name,access_token,category,tasks') }]
      })
      return cursorPage(owned, asked.url, Number(query.limit ?? '25'))
    },
    permissions: ({ by }) => ({
      status: 200,
      body: {
        data: [
          ...[...by.scopes].map((permission) => ({ permission, status: 'granted' })),
          ...by.declined.map((permission) => ({ permission, status: 'declined' })),
        ],
      },
    }),
    readNode: (call) => reads.read(call.path.objectId ?? '', reader(call)),
    createContainer: (call) => forAccount(call, (account) => createContainer(account, call)),
    publish: (call) => forAccount(call, (account) => posts.publish(account, String(call.body.creation_id))),
    publishingLimit: (call) =>
      forAccount(call, (account) => {
        const config = { quota_total: account.quotaTotal, quota_duration: quotaSeconds }
        const whole = { quota_usage: posts.quotaUsage(account), config }
        const { id: _, ...shown } = only(whole, call.query.fields ?? 'quota_usage')
        return { status: 200, body: { data: [{ quota_usage: whole.quota_usage, ...shown }] } }
      }),
    listMedia: (call) => forAccount(call, (account) => reads.list(account, false, reader(call), call.asked.url)),
    listStories: (call) => forAccount(call, (account) => reads.list(account, true, reader(call), call.asked.url)),
    createComment: (call) =>
      answerForMedia(call, (account, media) => {
        const id = world.newId('comment')
        media.comments.push({ id, text: String(call.body.message), at: now(), username: account.username })
        return { status: 200, body: { id } }
      }),
    listComments: (call) => answerForMedia(call, (_, media) => reads.comments(media, call.query, call.asked.url)),
    readInsights(call) {
      const { path, by, query } = call
      const id = path.objectId === 'me' ? (accountOf(call)?.id ?? '') : (path.objectId ?? '')
      const found = insightsOf(world, id, by.accounts)
      if (!found) return publishingErrors.noSuchObject(id)
      return 'media' in found
        ? figures.ofMedia(found.account, found.media, query)
        : figures.ofAccount(found.account, query)
    },
  }

  function whoAmI(call: Whole): Answer | Promise<Answer> {
    const { by, query, login } = call
    const [account] = by.accounts
    const { fields = 'id' } = query
    if (login === 'facebook')
      return by.kind === 'page'
        ? reads.read(account?.pageId ?? '', reader(call))
        : { status: 200, body: only({ id: personId, name: 'Sample Person' }, fields) }
    if (!account) return publishingErrors.noSuchObject('me')
    const whole = only(reads.accountFields(account, reader(call)), fields)
    return { status: 200, body: options.meForm === 'flat' ? whole : { data: [{ user_id: account.id, ...whole }] } }
  }

  async function createContainer(account: OwnAccount, { body, asked, version }: Whole): Promise<Answer> {
    const { access_token: _, appsecret_proof: __, ...request } = body
    const { container, refusal } = await made.make(account, request)
    if (!container) return refusal
    const uri = `${asked.base}/rupload.facebook.com/ig-api-upload/${version}/${container.id}`
    return { status: 200, body: { id: container.id, ...(container.upload && { uri }) } }
  }

  function answerForMedia(
    { path, by }: Whole,
    does: (account: OwnAccount, media: OwnAccount['media'][number]) => Answer,
  ): Answer {
    const found = world.media(path.objectId ?? '')
    if (!found || !by.accounts.includes(found.account)) return publishingErrors.noSuchObject(path.objectId)
    return does(found.account, found.media)
  }

  async function answerCall(call: Whole): Promise<Answer> {
    const account = accountOf(call) ?? world.media(call.path.objectId ?? '')?.account
    const { refusal, headers } = limits.count(account, now())
    if (refusal) return refusal
    const answer = isAllowed(call.operation.id, call.by)
      ? ((await plays[call.operation.id]?.(call)) ?? publishingErrors.unknown())
      : publishingErrors.permissionMissing()
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }

  return {
    /** The answer of a graph host. */
    async answer(call: Understood, asked: Asked): Promise<Answer> {
      const by = allowed.livingToken(call.token, call.login)
      return 'status' in by ? by : answerCall({ ...call, token: by.text, asked, by })
    },
  }
}
