/**
 * The order to publish: the one call that makes a post. Its connection is opened first, then its intent is committed with the newest
 * posts of the account, and it leaves once for each commit. After an answer that says neither yes nor no this file is never entered again for
 * that publication (docs/decisions/0059).
 */
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { contentHash } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost, ReadyOrder } from '#ports/publishing.ts'
import type { Refusal } from '#ports/publishing-outcome.ts'
import { RetryAt } from '#ports/queue.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import { afterRefusal, CONTAINER_LIVES_MS, WINDOW_MS } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import type { Opened } from './access.ts'
import type { Commits } from './commits.ts'
import type { Preparing } from './prepare.ts'

const BASELINE_POSTS = 10
/**
 * Another order of the account is on its way: its post must be known before the next one leaves. Then the next in line is hastened;
 * these are for when that was missed.
 */
const NEXT_IN_LINE_MS = 3_000
const IN_LINE_MS = 30_000

export type Ordering = ReturnType<typeof ordering>

/** The newest posts of the account among which one of this kind would be. */
export const newestOf = ({ login, access }: Opened, { kind }: Pick<PublicationRow, 'kind'>, signal: AbortSignal) =>
  kind === 'story' ? login.stories(access, signal) : login.newestPosts(access, BASELINE_POSTS, signal)

export function ordering({
  database,
  clock,
  commits: { commit, commitIn, fail, tryAgain, wait, handleRefusal, renew },
  preparing: { expectFree, open, lockApprovedItem, replan },
}: {
  database: Database
  clock: Clock
  commits: Commits
  preparing: Preparing
}) {
  async function waitInLine({ id, account_id }: PublicationRow): Promise<never> {
    const next = await publicationsStore(database.queries).nextInLine(account_id, { now: clock.now() })
    const afterMs = next?.id === id ? NEXT_IN_LINE_MS : IN_LINE_MS
    throw new RetryAt('Another post of the account goes out', clock.now() + afterMs)
  }

  /** Everything that may be asked before the intent is stored. */
  async function order(ready: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
    if (ready.planned_at > clock.now()) throw new RetryAt('It waits for its time', ready.planned_at)
    const row = await expectFree(ready)
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    if (row.container_id === null || clock.now() - (row.container_at ?? 0) > CONTAINER_LIVES_MS)
      return renew(row, 'It was prepared more than a day ago')
    // Before any call: the transaction of the intent asks again.
    if (await publicationsStore(database.queries).ordering(row.account_id, row.id)) return waitInLine(row)
    const { login, access } = opened
    const quota = await login.quota(access, signal)
    if (quota.is === 'unclear') return tryAgain(row, quota.message)
    if (quota.is === 'refused') return handleRefusal(row, quota.refusal, opened)
    const { used, total } = quota.value
    if (total !== null && used >= total)
      return wait(
        row,
        clock.now() + WINDOW_MS,
        `The daily limit is reached: ${used} of ${total}. It goes out when one is free.`,
      )
    const newest = await newestOf(opened, row, signal)
    if (newest.is === 'unclear') return tryAgain(row, newest.message)
    if (newest.is === 'refused') return handleRefusal(row, newest.refusal, opened)
    const prepared = await login.prepareOrder(access, row.container_id, signal)
    if (prepared.is === 'unclear') return tryAgain(row, prepared.message)
    if (prepared.is === 'refused') return handleRefusal(row, prepared.refusal, opened)
    try {
      const after = await intend(row, newest.value)
      return after.state === 'publishing' ? await leave(after, prepared.value, opened) : after
    } finally {
      prepared.value.drop()
    }
  }

  /** Throws where another order of the account is on its way. */
  async function intend(row: PublicationRow, newest: readonly OwnPost[]): Promise<PublicationRow> {
    const intended = await database.transaction(async (tx) => {
      const store = publicationsStore(tx)
      // One order of an account at a time: so a new post on it is ours, or a person's.
      const { paused_at, waits_until } = await slotsStore(tx).lockSettings(
        row.account_id,
        MISSED_TOLERANCE_MINUTES.usual,
        database.engine,
      )
      // Meanwhile a person, or another order, has stopped the account.
      if (paused_at !== null || (waits_until ?? 0) > clock.now()) return 'stopped' as const
      if (await store.ordering(row.account_id, row.id)) return 'another' as const
      const item = await lockApprovedItem(tx, row)
      if (typeof item === 'string')
        return commitIn(
          tx,
          row,
          { state: 'failed', sentence: item, ended_at: clock.now() },
          { title: 'Not published', detail: item },
        )
      if (contentHash(item) !== row.content_hash) return 'edited' as const
      const moments = newest.flatMap(({ postedAt }) => postedAt ?? [])
      return commitIn(
        tx,
        row,
        {
          state: 'publishing',
          tries: 0,
          waits_for: null,
          waits_until: null,
          looks: 0,
          order_doubt: null,
          orders: row.orders + 1,
          ordered_at: clock.now(),
          baseline: JSON.stringify(newest.map(({ id }) => id)),
          baseline_newest_at: moments.length > 0 ? Math.max(...moments) : null,
          sentence: SENTENCES.looking,
        },
        { title: 'Order to publish' },
      )
    })
    if (intended === 'stopped') {
      await expectFree(row)
      throw new RetryAt('Publishing to the account was stopped for a moment', clock.now() + NEXT_IN_LINE_MS)
    }
    if (intended === 'another') return waitInLine(row)
    return intended === 'edited' ? replan(row) : intended
  }

  /** Nothing stands between the commit and this call. */
  async function leave(row: PublicationRow, order: ReadyOrder, opened: Opened): Promise<PublicationRow> {
    const sent = await order.send()
    switch (sent.is) {
      case 'accepted':
        return commitPublished(row, { id: sent.value.mediaId, permalink: null, postedAt: null })
      case 'unclear':
        return commit(row, {}, { title: 'The answer was lost', detail: sent.message })
      case 'refused':
        return orderRefused(row, sent.refusal, opened)
    }
  }

  /** The id of the post, before anything else. */
  function commitPublished(
    row: PublicationRow,
    { id, permalink, postedAt }: Pick<OwnPost, 'id' | 'permalink' | 'postedAt'>,
  ): Promise<PublicationRow> {
    return commit(
      row,
      {
        state: 'published',
        media_id: id,
        permalink,
        published_at: postedAt ?? clock.now(),
        candidates: null,
        tries: 0,
        waits_for: null,
        waits_until: null,
        sentence: SENTENCES.published(row.account_name),
      },
      { title: 'Published', detail: `post ${id}` },
    )
  }

  /** A clear no lets the publication go on; one that may be a yes is looked up first. */
  async function orderRefused(row: PublicationRow, refusal: Refusal, opened: Opened): Promise<PublicationRow> {
    if (refusal.step === 'look') {
      const order_doubt = refusal.reason === 'taken_for_spam' ? refusal.message : null
      return commit(row, { order_doubt }, { title: 'The answer may be wrong', detail: refusal.message })
    }
    const tries = row.order_refusals
    const { do: next } = afterRefusal(refusal, { tries, containers: row.containers, now: clock.now() })
    const ready = await commit(
      row,
      // Its own count: the one of tries begins anew with each order. Waiting for a limit or a person is no try.
      { state: 'ready', order_refusals: next === 'retry' ? tries + 1 : tries, tries },
      { title: 'Refused', detail: refusal.message },
    )
    return handleRefusal(ready, refusal, opened)
  }

  return { order, commitPublished }
}
