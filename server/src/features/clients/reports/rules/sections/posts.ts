/**
 * The posts that stand out: first those above nine of ten of what was expected of them in the year, then those with the most likes.
 */
import type { Post } from '@tangelo/contract'
import type { PostFormat } from '@tangelo/contract/limits'
import { dayFromText, dayOf } from '#platform/calendar.ts'
import type { AccountInput, RankedPost } from '../input.ts'
import { type Cell, cell, type Section, type Table, UNKNOWN } from '../model.ts'
import type { NamedPeriod } from '../periods.ts'
import { sayCaption, sayDayBeside, sayFullDay, sayMultiple, sayWhole } from '../words.ts'

type Made = Omit<Section, 'kind' | 'note'>

const TOP_POSTS = 3
const ROWS_MAX = 10
const FORMAT_WORDS: Record<PostFormat, string> = { image: 'image', video: 'video', carousel: 'carousel', reel: 'reel' }

function pickExpectedPosts({ username, posts, ofPeriod, ofYear }: AccountInput): RankedPost[] {
  const byId = new Map(posts.map((post) => [String(post.id), post]))
  const found = new Map([...(ofPeriod?.posts.top ?? []), ...(ofYear?.posts.top ?? [])].map((top) => [top.id, top]))
  return [...found.values()].map((top) => {
    const post = byId.get(top.id)
    return {
      id: top.id,
      username,
      caption: sayCaption(top.caption),
      day: dayFromText(top.day),
      format: top.format,
      // Not those that were compared, of three days after it: all rows are of one moment.
      likes: post?.likes ?? top.likes,
      comments: post?.comments ?? null,
      url: top.url,
      imageUrl: post?.imageUrl ?? null,
      multiple: top.multiple,
    }
  })
}

function pickLikedPosts({ username, posts }: AccountInput, { from, to }: NamedPeriod, timeZone: string): RankedPost[] {
  return posts.flatMap((post: Post) => {
    if (post.postedAt === null || post.likes === null || post.goneAt !== null) return []
    const day = dayOf(Date.parse(post.postedAt), timeZone)
    if (day < from || day > to) return []
    const { type: format, likes, comments, url, imageUrl } = post
    const shown = { id: String(post.id), username, caption: sayCaption(post.caption), day, format }
    return [{ ...shown, likes, comments, url, imageUrl, multiple: null }]
  })
}

/** The best first. */
export function rankPosts(accounts: readonly AccountInput[], period: NamedPeriod, timeZone: string): RankedPost[] {
  const expected = accounts
    .flatMap(pickExpectedPosts)
    .filter(({ day }) => day >= period.from && day <= period.to)
    .toSorted((one, other) => (other.multiple ?? 0) - (one.multiple ?? 0) || other.likes - one.likes)
  const known = new Set(expected.map(({ id }) => id))
  const liked = accounts
    .flatMap((account) => pickLikedPosts(account, period, timeZone))
    .filter(({ id }) => !known.has(id))
    .toSorted((one, other) => other.likes - one.likes || one.day - other.day)
  return [...expected, ...liked].slice(0, ROWS_MAX)
}

export function postsSection(
  ranked: readonly RankedPost[],
  pictures: ReadonlyMap<string, string>,
  { to }: NamedPeriod,
  { isOne, asked }: { isOne: boolean; asked: string },
): Made {
  const [whose, when] = isOne ? ['this account', 'year'] : ['its account', 'period']
  const isExpected = ranked.some(({ multiple }) => multiple !== null)
  const table: Table = {
    caption: 'Top posts',
    columns: [
      { name: 'Post' },
      { name: 'Account' },
      { name: 'Day' },
      { name: 'Format' },
      { name: 'Likes', isNumber: true },
      { name: 'Comments', isNumber: true },
      { name: 'Times expected', isNumber: true },
    ],
    rows: ranked.map((post): Cell[] => [
      cell(post.caption),
      cell(`@${post.username}`),
      cell(sayFullDay(post.day)),
      cell(FORMAT_WORDS[post.format]),
      cell(sayWhole(post.likes), post.likes),
      post.comments === null ? UNKNOWN : cell(sayWhole(post.comments), post.comments),
      post.multiple === null ? UNKNOWN : cell(post.multiple.toFixed(1), Math.round(post.multiple * 100) / 100),
    ]),
  }
  return {
    heading: 'Top posts',
    lead: ranked.length === 0 ? ['No post of this period has known likes.'] : null,
    drawing:
      ranked.length === 0
        ? { kind: 'none' }
        : {
            kind: 'posts',
            posts: ranked.slice(0, TOP_POSTS).map((post) => ({
              caption: post.caption,
              about: `${isOne ? '' : `@${post.username}, `}${sayDayBeside(post.day, to)}, ${FORMAT_WORDS[post.format]}`,
              likes: sayWhole(post.likes),
              comparison: post.multiple === null ? null : `${sayMultiple(post.multiple)} expected`,
              source: (post.imageUrl === null ? undefined : pictures.get(post.imageUrl)) ?? null,
            })),
          },
    caption:
      ranked.length === 0
        ? null
        : `${
            isExpected
              ? `First the posts beyond nine of ten of the ${when}; expected is what a post of this format and hour got among those around it. Then those with the most likes.`
              : `By their likes: none is beyond nine of ten of what posts of ${whose} usually get.`
          }${asked && ` ${asked}`}`,
    tables: ranked.length === 0 ? [] : [table],
    showsTable: false,
  }
}

/** Pictures that the section shows. */
export const picturesOfPosts = (ranked: readonly RankedPost[]): string[] =>
  ranked.slice(0, TOP_POSTS).flatMap(({ imageUrl }) => imageUrl ?? [])
