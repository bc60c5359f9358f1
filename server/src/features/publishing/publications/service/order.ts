/**
 * The order to publish: the one call that makes a post. Its intent is committed just before it leaves, with the newest posts of the
 * account, and it leaves once for each commit. After an answer that says neither yes nor no this file is never entered again for
 * that publication (docs/decisions/0059).
 */
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { contentHash } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { Refusal } from '#ports/publishing-outcome.ts'
import { RetryAt } from '#ports/queue.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import { CONTAINER_LIVES_MS, SENTENCES, WINDOW_MS } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'
import type { Opened } from './access.ts'
import type { Commits } from './commits.ts'
import type { Preparing } from './prepare.ts'

const BASELINE_POSTS = 10
/** Another order of the account is on its way: its post must be known before the next one leaves. */
const AFTER_ANOTHER_MS = 3_000

export type Ordering = ReturnType<typeof ordering>

/** The newest posts of the account among which one of this kind would be. */
export const newestOf = ({ login, access }: Opened, { kind }: Pick<PublicationRow, 'kind'>, signal: AbortSignal) =>
  kind === 'story' ? login.stories(access, signal) : login.newestPosts(access, BASELINE_POSTS, signal)

export function ordering({
  database,
  clock,
  commits: { commit, commitIn, fail, tryAgain, wait, refused, renew },
  preparing: { expectFree, open, approvedItem, replan },
}: {
  database: Database
  clock: Clock
  commits: Commits
  preparing: Preparing
}) {
  const afterAnother = () => new RetryAt('Another post of the account goes out', clock.now() + AFTER_ANOTHER_MS)

  /** Everything that may be asked before the intent is stored. */
  async function order(row: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
    if (row.planned_at > clock.now()) throw new RetryAt('It waits for its time', row.planned_at)
    await expectFree(row)
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    if (row.container_id === null || clock.now() - (row.container_at ?? 0) > CONTAINER_LIVES_MS)
      return renew(row, 'It was prepared more than a day ago')
    // Before any call: the transaction of the intent asks again.
    if (await publicationsStore(database.queries).ordering(row.account_id, row.id)) throw afterAnother()
    const { login, access } = opened
    const quota = await login.quota(access, signal)
    if (quota.is === 'unclear') return tryAgain(row, quota.message)
    if (quota.is === 'refused') return refused(row, quota.refusal, opened)
    const { used, total } = quota.value
    if (total !== null && used >= total)
      return wait(
        row,
        clock.now() + WINDOW_MS,
        `The daily limit is reached: ${used} of ${total}. It goes out when one is free.`,
      )
    const newest = await newestOf(opened, row, signal)
    if (newest.is === 'unclear') return tryAgain(row, newest.message)
    if (newest.is === 'refused') return refused(row, newest.refusal, opened)
    const after = await intend(row, newest.value)
    return after.state === 'publishing' ? leave(after, row.container_id, opened) : after
  }

  /** Throws where another order of the account is on its way. */
  async function intend(row: PublicationRow, newest: readonly OwnPost[]): Promise<PublicationRow> {
    const intended = await database.transaction(async (tx) => {
      const store = publicationsStore(tx)
      // One order of an account at a time: so a new post on it is ours, or a person's.
      await slotsStore(tx).lockSettings(row.account_id, MISSED_TOLERANCE_MINUTES.usual, database.engine)
      if (await store.ordering(row.account_id, row.id)) return 'another' as const
      const item = await approvedItem(tx, row)
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
    if (intended === 'another') throw afterAnother()
    return intended === 'edited' ? replan(row) : intended
  }

  /** Nothing stands between the commit and this call, and no signal ends it: its answer is worth waiting for. */
  async function leave(row: PublicationRow, containerId: string, opened: Opened): Promise<PublicationRow> {
    const { login, access } = opened
    const sent = await login.publish(access, containerId, new AbortController().signal)
    switch (sent.is) {
      case 'accepted':
        return published(row, { id: sent.value.mediaId, permalink: null, postedAt: null })
      case 'unclear':
        return commit(row, {}, { title: 'The answer was lost', detail: sent.message })
      case 'refused':
        return orderRefused(row, sent.refusal, opened)
    }
  }

  /** The id of the post, before anything else. */
  function published(
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
    const ready = await commit(
      row,
      // Its own count: the one of tries begins anew with each order.
      { state: 'ready', order_refusals: row.order_refusals + 1, tries: row.order_refusals },
      { title: 'Refused', detail: refusal.message },
    )
    return refused(ready, refusal, opened)
  }

  return { order, published }
}
