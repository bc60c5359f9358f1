/**
 * After an order whose answer was lost: reads the container and the account, until exactly one new post is ours. It never orders,
 * and ends in the hands of a person where nothing is certain.
 */

import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import { RetryAt } from '#ports/queue.ts'
import { LOOKING_MAX_MS, lookAfterMs } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'
import { type Intent, judge } from '../rules/matching.ts'
import { SENTENCES } from '../rules/sentences.ts'
import type { PublishingAccess } from './access.ts'
import type { Commits } from './commits.ts'
import { newestOf, type Ordering } from './order.ts'

const UNREADABLE_MS = 30_000

export type Looking = ReturnType<typeof looking>

export function looking({
  database,
  clock,
  commits: { commit, pauseAccount },
  ordering: { commitPublished },
  access,
}: {
  database: Database
  clock: Clock
  commits: Commits
  ordering: Pick<Ordering, 'commitPublished'>
  access: PublishingAccess
}) {
  const store = publicationsStore(database.queries)

  async function unclear(row: PublicationRow, sentence: string, found: readonly OwnPost[]): Promise<PublicationRow> {
    // Held for spam and not live: the next one would be, too.
    if (row.order_doubt !== null) await pauseAccount(row.account_id, row.order_doubt)
    return commit(
      row,
      { state: 'unclear', sentence, candidates: JSON.stringify(found), waits_for: 'person', waits_until: null },
      { title: 'Unclear', detail: sentence },
    )
  }

  /** Proof of nothing: looked at again, for half an hour. */
  async function unread(row: PublicationRow, why: string, retryAt: number | null): Promise<PublicationRow> {
    const now = clock.now()
    if (now - (row.ordered_at ?? 0) > LOOKING_MAX_MS) return unclear(row, SENTENCES.unreadable(row.account_name), [])
    await commit(row, { tries: row.tries + 1 })
    throw new RetryAt(why, Math.min(retryAt ?? now + UNREADABLE_MS, now + LOOKING_MAX_MS))
  }

  return async function look(row: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
    const opened = await access.open(row.account_id, row.company_id)
    if (typeof opened === 'string') return unread(row, SENTENCES.signIn(row.account_name), null)
    // What the container says is no proof of a post that nothing else shows, but of how long it is worth looking.
    const container =
      row.container_id === null ? null : await opened.login.readContainer(opened.access, row.container_id, signal)
    const isLive = container?.is === 'accepted' && container.value.state === 'published'
    const newest = await newestOf(opened, row, signal)
    if (newest.is === 'unclear') return unread(row, newest.message, null)
    if (newest.is === 'refused' && newest.refusal.step === 'sign_in') await access.end(opened, newest.refusal.message)
    if (newest.is === 'refused') return unread(row, newest.refusal.message, newest.refusal.retryAt)
    const afterMs = lookAfterMs(row.looks, isLive)
    const taken = await store.findTakenMedia(row.account_id, row.id)
    const others = (await store.unclearBeside(row)).map(({ text }) => text ?? '')
    const verdict = judge(intentOf(row), newest.value, { taken, others, isLast: afterMs === null })
    switch (verdict.is) {
      case 'found':
        return commitPublished(row, verdict.post)
      case 'unclear':
        return unclear(row, SENTENCES.unclear(row.account_name, verdict.candidates.length), verdict.candidates)
      case 'nothing': {
        const said = container?.is === 'accepted' ? `, the container says ${container.value.state}` : ''
        await commit(
          row,
          { looks: row.looks + 1 },
          { title: 'Looked', detail: `No such post on the account so far${said}` },
        )
        throw new RetryAt(SENTENCES.looking, clock.now() + (afterMs ?? UNREADABLE_MS))
      }
    }
  }
}

/** What was known when its order left. */
export const intentOf = ({ kind, text, ordered_at, baseline, baseline_newest_at }: PublicationRow): Intent => ({
  kind,
  caption: text ?? '',
  at: ordered_at ?? 0,
  baseline: baseline === null ? [] : JSON.parse(baseline),
  baselineNewestAt: baseline_newest_at,
})
