/**
 * `npm run trials -- approvals [--histories N] [--steps N] [--seed N]`: posts of companies live random lives: they are edited, sent
 * to clients, approved by two at once, sent back, undone, withdrawn; time passes and clocks go back; the rule is switched on and off;
 * posts are approved and published by every route. Beside them lives a model that knows the law alone: while the rule holds, nothing
 * is approved or published without a live approval of exactly those bytes, and nothing that has one is refused. On PostgreSQL when
 * DATABASE_URL names an empty database.
 */
import fc from 'fast-check'
import { nonceOf, seenIn } from '#features/clients/approvals/approvals.rules.ts'
import { contentHash, type ItemRow } from '#features/content/index.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { Failure } from '#platform/errors.ts'
import { migrations } from '../../migrations/index.ts'
import { type ApprovingCompany, approvingCompanies } from '../approving-company.ts'
import { anySeed, Broken, expectSame, type TrialOptions, trialOptions, trialPlace } from '../trial.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
const CAPTIONS = ['A', 'B', 'C']
const STATUSES = ['Draft', 'Approved', 'Approved', ' approved', 'Published', 'Delete'] as const

const post = fc.nat(2)
const caption = fc.constantFrom(...CAPTIONS)
const status = fc.constantFrom(...STATUSES)
const request = fc.nat(5)
const often = fc.nat(3).map((one) => one > 0)

const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('edit' as const), post, caption }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      post,
      status,
      caption: fc.option(caption, { freq: 5 }),
      by: fc.constantFrom('one', 'many', 'calendar', 'table', 'video'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('arrive' as const), status, caption }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('send' as const), posts: fc.uniqueArray(post, { minLength: 1 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      request,
      post,
      kind: fc.constantFrom('approved' as const, 'approved' as const, 'changes' as const),
      isFresh: often,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('approve' as const),
      request,
      post,
      seconds: fc.integer({ min: 20, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('two deciders' as const), request, post }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), request, post }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), request, byLink: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('rule' as const), isOn: often }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('seconds' as const), seconds: fc.integer({ min: -40, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('days' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work' as const) }) },
)
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never

export interface ApprovalsReport {
  histories: number
  steps: number
  /** Posts that were approved or published while the rule held, and those that were refused or held back. */
  passed: number
  barred: number
  answers: number
  undone: number
}

interface Answer {
  request: Sent
  post: string
  bytes: string
  kind: 'approved' | 'changes'
  finalAt: number
  isUndone: boolean
  isUsed: boolean
  isAnnounced: boolean
}

interface Sent {
  id: number
  linkId: number
  token: string
  posts: string[]
  expiresAt: number
  isWithdrawn: boolean
  /** What a page that was opened earlier carries, by post. */
  pages: Map<string, Page>
}

interface Page {
  item: string
  /** To answer with, and to take an answer back with. */
  nonce: string
  undoNonce: string
  answers: number
  bytes: string
  plannedFor: string | null
}

/** A post as the law sees it. */
interface Post {
  status: string
  bytes: string
}

export async function approvalsTrial({
  histories,
  steps,
  seed,
  databaseUrl = '',
}: TrialOptions & { histories: number; steps: number }): Promise<ApprovalsReport> {
  const place = trialPlace(databaseUrl)
  const database = openDatabase(place.store)
  const report = { histories: 0, steps: 0, passed: 0, barred: 0, answers: 0, undone: 0 }
  try {
    await migrate(database, migrations)
    const aCompany = approvingCompanies(database)
    const property = fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: steps }), async (history) => {
      const life = await lifeOf(await aCompany(), report)
      for (const step of history) await life(step)
      report.histories += 1
      report.steps += history.length
    })
    await fc.assert(property, { seed, numRuns: histories, endOnFailure: false, interruptAfterTimeLimit: 3_600_000 })
    return report
  } finally {
    await database.close()
    place.remove()
  }
}

const keyOf = (status: string | null) => (status ?? 'draft').trim().toLowerCase()
const bytesOf = ({ caption, video_url }: Pick<ItemRow, 'caption' | 'video_url'>) =>
  `${caption ?? ''} ${video_url ?? ''}`
const videoAddress = (...parts: unknown[]) => `/media/v/${parts.join('-')}`
const isGuarded = (status: string) => status === 'approved' || status === 'published'

async function lifeOf(company: ApprovingCompany, report: ApprovalsReport) {
  const { approvals, answers: clients, changes, viewer, posts } = company
  const sent: Sent[] = []
  const given: Answer[] = []
  let isRuleOn = false

  const known = async (): Promise<Map<string, Post & { row: ItemRow }>> =>
    new Map(
      [...(await company.items())].map(([id, row]) => [id, { status: keyOf(row.status), bytes: bytesOf(row), row }]),
    )

  /** The law: the latest answer about these bytes that still stands is a yes, and it is final. */
  function live(post: string, bytes: string): Answer | null {
    const latest = given.findLast(
      (one) => one.post === post && one.bytes === bytes && !one.isUndone && !one.request.isWithdrawn,
    )
    if (latest?.kind !== 'approved') return null
    return latest.isUsed || latest.isAnnounced || latest.finalAt <= company.now() ? latest : null
  }

  /** What the law says about a write: null where it does not ask. */
  function judge(post: string, before: Post | null, after: Post): 'passes' | 'barred' | null {
    if (!isRuleOn || !isGuarded(after.status)) return null
    // A table brings what was published long ago.
    if (before === null && after.status === 'published') return null
    const isAsked = before?.status !== after.status || (after.status === 'approved' && before.bytes !== after.bytes)
    if (!isAsked) return null
    return live(post, after.bytes) ? 'passes' : 'barred'
  }

  function relyOn(post: string, bytes: string) {
    report.passed += 1
    const answer = live(post, bytes)
    if (answer) answer.isUsed = true
  }

  const isLive = (request: Sent) => !request.isWithdrawn && request.expiresAt > company.now()
  const standing = (request: Sent, post: string, bytes: string) =>
    given.findLast((one) => one.request === request && one.post === post && one.bytes === bytes && !one.isUndone)
  const turnsOf = (request: Sent, post: string) =>
    given
      .filter((one) => one.request === request && one.post === post)
      .reduce((sum, one) => sum + (one.isUndone ? 2 : 1), 0)

  async function lookAt(request: Sent, post: string): Promise<Page> {
    const item = (await known()).get(post)
    const asked = (await company.asked(request.id)).find(({ item_id }) => item_id === post)
    if (!item || !asked) throw new Broken('An asked post is not there')
    const { row, bytes } = item
    const hash = contentHash(row)
    const nonce = nonceOf(request.token, asked, seenIn('waiting', hash, row))
    const undoNonce = nonceOf(request.token, asked, seenIn('approved', hash, row))
    const answers = turnsOf(request, post)
    return { item: String(asked.id), nonce, undoNonce, answers, bytes, plannedFor: row.publish_date }
  }

  /** Which post of which request; null where there is none yet. */
  function aim(step: { request: number; post: number }): { request: Sent; post: string } | null {
    const request = sent[step.request % Math.max(1, sent.length)]
    const post = request?.posts[step.post % request.posts.length]
    return request && post !== undefined ? { request, post } : null
  }

  async function answer(request: Sent, post: string, kind: Answer['kind'], isFresh: boolean): Promise<void> {
    const now = await lookAt(request, post)
    const page = isFresh ? now : (request.pages.get(post) ?? now)
    request.pages.set(post, now)
    const item = (await known()).get(post)
    const isPossible = isLive(request) && item?.status !== 'delete' && !standing(request, post, now.bytes)
    const isLatest = page.answers === now.answers && page.bytes === now.bytes && page.plannedFor === now.plannedFor
    const link = { id: request.linkId, targetId: request.id }
    const body = { item: page.item, nonce: page.nonce, answer: kind, name: 'Ana' }
    const isTaken = await happens(() => clients.answer(link, request.token, body))
    expectSame(`an answer to ${post}`, isTaken, isPossible && isLatest)
    if (isTaken) note(request, post, now.bytes, kind)
  }

  function note(request: Sent, post: string, bytes: string, kind: Answer['kind']) {
    report.answers += 1
    const finalAt = company.now() + 30 * SECOND
    given.push({ request, post, bytes, kind, finalAt, isUndone: false, isUsed: false, isAnnounced: false })
  }

  async function move(post: string, change: { status?: string; caption?: string }, by: string): Promise<void> {
    const before = (await known()).get(post)
    if (!before) return
    const { row } = before
    const video = by === 'video' ? videoAddress(company.now(), given.length, post) : row.video_url
    const after = {
      status: by === 'video' ? before.status : keyOf(change.status ?? before.status),
      bytes: bytesOf({ caption: by === 'video' ? row.caption : (change.caption ?? row.caption), video_url: video }),
    }
    const verdict = judge(post, before, after)
    if (verdict === 'barred') report.barred += 1
    if (verdict === 'passes') relyOn(post, after.bytes)
    let expected = verdict === 'barred' ? before : after
    if (by === 'video' || by === 'table') {
      await company.write(post, by === 'video' ? { videoUrl: video } : change, by)
      if (verdict === 'barred') {
        const isVoid = isGuarded(before.status) && before.bytes !== after.bytes
        expected = { status: isVoid ? 'draft' : before.status, bytes: after.bytes }
      }
    } else {
      const isDone = await happens(() => moveBy(by, post, change))
      expectSame(`${by}: ${post} to ${after.status}`, isDone, verdict !== 'barred')
    }
    const found = (await known()).get(post)
    expectSame(`${post} after ${by}`, found && { status: found.status, bytes: found.bytes }, {
      status: expected.status,
      bytes: expected.bytes,
    })
  }

  async function moveBy(by: string, post: string, change: { status?: string; caption?: string }): Promise<void> {
    const publishDate = `2026-11-2${4 + (given.length % 3)}T18:30:00.000Z`
    if (by === 'calendar') await changes.update(viewer, post, { ...change, publishDate })
    else if (by === 'one') await changes.update(viewer, post, change)
    else {
      const { refused } = await changes.updateMany(viewer, { posts: [{ id: post }], ...change })
      const [first] = refused
      if (first) throw new Failure(409, first.error, first.message)
    }
  }

  async function step_(step: Step): Promise<void> {
    switch (step.does) {
      case 'edit':
        return move(posts[step.post] ?? '', { caption: step.caption }, 'one')
      case 'move': {
        const { status, caption, by } = step
        return move(posts[step.post] ?? '', { status, ...(caption !== null && { caption }) }, by)
      }
      case 'arrive': {
        const { status, caption } = step
        const verdict = judge('', null, { status: keyOf(status), bytes: bytesOf({ caption, video_url: null }) })
        const id = await company.arrive({ status, caption })
        expectSame('a record that arrives', (await known()).get(id)?.status, verdict ? 'draft' : keyOf(status))
        return
      }
      case 'send':
        return send(step.posts.map((at) => posts[at] ?? ''))
      case 'answer': {
        const aimed = aim(step)
        if (aimed) await answer(aimed.request, aimed.post, step.kind, step.isFresh)
        return
      }
      case 'approve': {
        const aimed = aim(step)
        if (aimed) await answer(aimed.request, aimed.post, 'approved', true)
        return company.moveBy(step.seconds * SECOND)
      }
      case 'two deciders': {
        const aimed = aim(step)
        if (aimed) await decideAtOnce(aimed.request, aimed.post)
        return
      }
      case 'undo': {
        const aimed = aim(step)
        if (aimed) await undo(aimed.request, aimed.post)
        return
      }
      case 'withdraw':
        return withdraw(sent[step.request], step.byLink)
      case 'rule':
        isRuleOn = step.isOn
        return company.setRule(step.isOn)
      case 'seconds':
        return company.moveBy(step.seconds * SECOND)
      case 'days':
        return company.moveBy(step.days * DAY)
      case 'work':
        await company.work()
        for (const one of given)
          if (one.finalAt <= company.now() && !one.isUndone && !one.request.isWithdrawn) one.isAnnounced = true
    }
  }

  async function send(some: string[]): Promise<void> {
    const items = await known()
    const isPossible = some.every((id) => ['draft', 'approved'].includes(items.get(id)?.status ?? ''))
    const common = {
      clientName: 'Ana',
      timeZone: 'Europe/Lisbon',
      message: null,
      days: 14,
      password: null,
      mailTo: null,
    }
    const isSent = await happens(async () => {
      const { request, url } = await approvals.create(viewer, { ...common, posts: some }, undefined, (token) => token)
      const expiresAt = company.now() + 14 * DAY
      const { id, linkId } = request
      sent.push({ id, linkId, token: url, posts: some, expiresAt, isWithdrawn: false, pages: new Map() })
    })
    expectSame('a request', isSent, isPossible)
  }

  async function decideAtOnce(request: Sent, post: string): Promise<void> {
    const { item, nonce, bytes } = await lookAt(request, post)
    const status = (await known()).get(post)?.status
    const isPossible = isLive(request) && status !== 'delete' && !standing(request, post, bytes)
    const link = { id: request.linkId, targetId: request.id }
    const kinds = ['approved', 'changes'] as const
    const taken = await Promise.all(
      kinds.map((kind) =>
        happens(() => clients.answer(link, request.token, { item, nonce, answer: kind, name: kind })),
      ),
    )
    expectSame('how many of two deciders are heard', taken.filter(Boolean).length, isPossible ? 1 : 0)
    const kind = kinds[taken.indexOf(true)]
    if (kind) note(request, post, bytes, kind)
  }

  async function undo(request: Sent, post: string): Promise<void> {
    const { item, undoNonce, bytes } = await lookAt(request, post)
    const answer = standing(request, post, bytes)
    const status = (await known()).get(post)?.status
    const isPossible =
      isLive(request) &&
      status !== 'delete' &&
      answer !== undefined &&
      answer.finalAt > company.now() &&
      !answer.isUsed &&
      !answer.isAnnounced
    const link = { id: request.linkId, targetId: request.id }
    const isUndone = await happens(() => clients.undo(link, request.token, { item, nonce: undoNonce }))
    expectSame('an undo', isUndone, isPossible)
    if (isUndone && answer) {
      answer.isUndone = true
      report.undone += 1
    }
  }

  async function withdraw(request: Sent | undefined, byLink: boolean): Promise<void> {
    if (!request) return
    if (byLink) await company.revoke(request.linkId)
    else await approvals.withdraw(viewer, request.id)
    request.isWithdrawn = true
  }

  await send([...posts])
  isRuleOn = true
  await company.setRule(true)
  return step_
}

/** False where it was refused. Anything but a failure of ours breaks the trial. */
async function happens(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false
    throw error
  }
}

if (import.meta.main) {
  const options = trialOptions({ histories: 10_000, steps: 30, seed: anySeed() })
  const { histories, steps, passed, barred, answers, undone } = await approvalsTrial(options)
  options.say(
    `${histories} histories of ${steps} steps: ${answers} answers, ${undone} undone; under the rule ${passed} approved or published with an approval of exactly those bytes, ${barred} refused or held back, none without`,
  )
}
