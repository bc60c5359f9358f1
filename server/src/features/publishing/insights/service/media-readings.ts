/** Posts and stories of a connected account: which there are, and their figures when they are due. Safe to repeat. */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { OpenAccount } from '../../own-accounts/service/accesses.ts'
import { type AccountKey, type InsightAccountRow, insightsStore, type OwnMediaRow } from '../insights.store.ts'
import { columnsOf, FIGURES_OF, hashOf, isEmpty, MEDIA_COLUMNS, postKeyOf, productOf } from '../rules/figures.ts'
import { dueMoment, firstDue, nextDue, nextTry } from '../rules/schedule.ts'
import type { KeepAnswers } from './answers.ts'
import { type Calls, mayPass } from './calls.ts'
import type { Remembered } from './remembered.ts'

/** A page of the list. */
const PAGE_POSTS = 50
/** Of older posts, in one round: two years of daily posts are known within a day. */
const OLD_PAGES = 1
/** Readings in one round, the latest first: old posts leave most of the hour's calls to what is new. */
const READINGS_MAX = 60

interface Parts {
  database: Database
  clock: Clock
  opened: OpenAccount
  calls: Calls
  remembered: Remembered
  keepAnswers: KeepAnswers
}

export function mediaReadings({ database, clock, opened, calls, remembered, keepAnswers }: Parts) {
  const { login, access } = opened
  const key: AccountKey = { company_id: opened.companyId, account_id: opened.accountId }
  const store = insightsStore(database.queries, database.engine)

  const keep = (posts: readonly OwnPost[]) => {
    const now = clock.now()
    return store.addMedia(
      posts.flatMap((post) => {
        if (!isOwn(post)) return []
        const product = productOf(post)
        const postedAt = post.postedAt ?? now
        return [
          {
            company_id: key.company_id,
            account_id: key.account_id,
            media_id: post.id,
            product,
            kind: post.kind,
            caption: post.caption ?? null,
            permalink: post.permalink,
            post_key: postKeyOf(post.permalink),
            posted_at: postedAt,
            first_seen_at: now,
            next_at: firstDue({ product, postedAt }, now),
            ended_because: null,
          },
        ]
      }),
    )
  }

  /** Stores what was answered; where nothing was, it is asked for again until its next moment. */
  async function read(media: OwnMediaRow): Promise<void> {
    const { media_id: mediaId, product, posted_at: postedAt } = media
    const due = dueMoment({ product, postedAt }, clock.now())
    if (due === null) return
    const answer = await calls.askFigures(product, FIGURES_OF[product], remembered, (figures, within) =>
      login.postFigures(access, { mediaId, figures }, within),
    )
    const now = clock.now()
    if (answer.refusal?.reason === 'before_professional') {
      await store.changeMedia(key, mediaId, { next_at: null, ended_because: 'before_professional' })
      return
    }
    const isKnown = answer.value !== undefined && !isEmpty(answer.value)
    const next_at = (isKnown ? nextDue : nextTry)({ product, postedAt }, now)
    if (!isKnown) {
      await store.changeMedia(key, mediaId, {
        next_at,
        ...(next_at === null && answer.refusal?.reason === 'not_readable' && { ended_because: 'not_readable' }),
      })
      return
    }
    const columns = columnsOf(MEDIA_COLUMNS, answer.value)
    const { company_id, account_id } = key
    const keep = await keepAnswers(answer.raws)
    await database.transaction(async (tx) => {
      const inside = insightsStore(tx, database.engine)
      await inside.addMediaReading({
        company_id,
        account_id,
        media_id: mediaId,
        due_at: due,
        read_at: now,
        source: login.name,
        hash: hashOf([company_id, account_id, mediaId, due, now], columns),
        raw_id: await keep(tx, now),
        ...columns,
      })
      await inside.changeMedia(key, mediaId, { next_at })
    })
  }

  return {
    /** Stories are gone after a day, and are never among the posts. */
    async listStories(): Promise<void> {
      const stories = await calls.ask((within) => login.stories(access, within))
      if (stories.value) await keep(stories.value.map((post) => ({ ...post, product: 'story' as const })))
    },

    /**
     * The newest, and older ones page by page until the end was reached once. A first page without a known post leads back to them:
     * while an access had ended, more may have been posted than it holds.
     */
    async listPosts({ has_all_posts: hasAll, posts_after: after }: InsightAccountRow): Promise<void> {
      const newest = await calls.ask((within) => login.postPage(access, { count: PAGE_POSTS, after: null }, within))
      if (!newest.value) return
      const { posts, next: second } = newest.value
      const areAllNew = (await keep(posts)) >= Math.max(1, posts.filter(isOwn).length)
      if (hasAll === 1) {
        if (!areAllNew || second === null) return
        await store.change(key, { has_all_posts: 0 })
      }
      let next = areAllNew ? second : (after ?? second)
      for (let page = 0; page < OLD_PAGES && next !== null; page += 1) {
        const from = next
        const older = await calls.ask((within) => login.postPage(access, { count: PAGE_POSTS, after: from }, within))
        if (!older.value) {
          // Where it is refused for good the place may be gone: the next round begins anew from the newest.
          await store.change(key, { posts_after: mayPass(older.refusal) ? from : null })
          return
        }
        await keep(older.value.posts)
        next = older.value.next
      }
      await store.change(key, { posts_after: next, has_all_posts: next === null ? 1 : 0 })
    },

    async readDue(): Promise<void> {
      for (const media of await store.dueMedia(key, clock.now(), READINGS_MAX)) await read(media)
    },
  }
}

/** An advertisement is no post of the account. */
const isOwn = ({ product }: OwnPost): boolean => product !== 'ad'
