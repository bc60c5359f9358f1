import type { PostFormat } from '@tangelo/contract/limits'
import { describe, expect, it } from 'vitest'
import { analyseFormats } from './rules/formats.ts'
import { analyseHashtags } from './rules/hashtags.ts'
import { judgeByHolm } from './rules/holm.ts'
import type { AnalysedPost } from './rules/input.ts'
import { formatsOf, hourBlockOf } from './rules/kinds.ts'
import { analysePosting } from './rules/posting.ts'
import { seededRandom } from './rules/random.ts'
import { strataOf } from './rules/strata.ts'
import { tagsOf } from './rules/tags.ts'

const DAY_MS = 86_400_000
const seed = 7

/** One post a day; likes scatter around 500 by a factor of 1.6, times what `effect` says. */
function postsOf(
  count: number,
  change: (post: AnalysedPost, at: number) => Partial<AnalysedPost> & { times?: number },
) {
  const next = seededRandom(21)
  return Array.from({ length: count }, (_, at): AnalysedPost => {
    const day = 20_000 + at
    const hour = 2 + Math.floor(next() * 22)
    const normal = next() + next() + next() + next() + next() + next() - 3
    const formats: PostFormat[] = ['image', 'carousel', 'reel']
    const post: AnalysedPost = {
      id: `post-${at}`,
      postedAt: day * DAY_MS + hour * 3_600_000,
      day,
      hour,
      weekday: ((day + 3) % 7) + 1,
      format: formats[Math.floor(next() * 3)] ?? 'image',
      likes: 0,
      comments: 10,
      caption: next() < 0.4 ? 'Bread #Market' : 'Bread',
      url: null,
    }
    const { times = 1, ...rest } = change(post, at)
    return { ...post, likes: Math.round(500 * times * Math.exp(0.7 * normal)), ...rest }
  })
}
const plain = () => ({})
const isEvening = ({ hour }: { hour: number }) => hour >= 18 && hour < 22

function everyNumber(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(everyNumber)
}

describe('when to post', () => {
  it('puts the effect, its range and the posts behind it first when evenings get more', () => {
    const answer = analysePosting(
      postsOf(180, (post) => ({ times: isEvening(post) ? 1.6 : 1 })),
      { seed },
    )
    expect(answer.verdict).toBe('found')
    expect(answer.detectable).toBeNull()
    const evening = answer.cells.find(({ family, from }) => family === 'hours' && from === 18)
    expect(evening).toMatchObject({ to: 22, significant: true })
    expect(evening?.low).toBeGreaterThan(0)
    expect(evening?.effect).toBeGreaterThan(0.3)
    expect(evening?.high).toBeGreaterThan(evening?.effect ?? 0)
    expect(answer.sentence).toMatch(
      /^Posts between 18:00 and 22:00 got \d+\u202f% more likes \(likely \d+ to \d+\u202f%\), from \d+ of 180 posts\. No weekday differs from the others beyond chance\.$/,
    )
    expect(answer.sentence).toContain(`${Math.round((evening?.effect ?? 0) * 100)}\u202f% more`)
  })

  it('says fewer, with the range in the same direction, when a weekday gets less', () => {
    const answer = analysePosting(
      postsOf(240, ({ weekday }) => ({ times: weekday === 7 ? 0.4 : 1 })),
      { seed },
    )
    expect(answer.sentence).toMatch(
      /^Posts on Sundays got \d+\u202f% fewer likes \(likely \d+ to \d+\u202f%\), from 3\d of 240 posts\. No time of day differs/,
    )
  })

  it('says what would show and from how many posts when nothing differs beyond chance', () => {
    const answer = analysePosting(postsOf(60, plain), { seed })
    expect(answer.verdict).toBe('no-difference')
    expect(answer.cells.some(({ significant }) => significant)).toBe(false)
    expect(answer.detectable).toMatchObject({ goal: 0.35 })
    expect(answer.sentence).toMatch(
      /^No difference can be shown yet: with 60 posts only effects above about \d+\u202f% would show; about \d+ more posts would show 35\u202f%\.$/,
    )
  })

  it('needs four times the posts to show half the difference', () => {
    const few = analysePosting(postsOf(90, plain), { seed }).detectable
    const many = analysePosting(postsOf(360, plain), { seed }).detectable
    expect(Math.log1p(few?.effect ?? 0) / Math.log1p(many?.effect ?? 1)).toBeGreaterThan(1.6)
    expect(Math.log1p(few?.effect ?? 0) / Math.log1p(many?.effect ?? 1)).toBeLessThan(2.6)
  })

  it('asks nothing of 59 posts and says how many of 60 there are', () => {
    const answer = analysePosting(
      postsOf(59, (post) => ({ times: isEvening(post) ? 9 : 1 })),
      { seed },
    )
    expect(answer).toMatchObject({
      verdict: 'too-few-posts',
      posts: 59,
      sentence: 'Too few posts to ask: 59 of the 60 posts needed are here.',
      detectable: null,
    })
    expect(answer.cells.every(({ effect }) => effect === null)).toBe(true)
    expect(answer.cells.filter(({ family }) => family === 'hours').reduce((sum, { posts }) => sum + posts, 0)).toBe(59)
  })

  it('does not take reels for evenings when all reels do better and most are posted in the evening', () => {
    const posts = postsOf(240, ({ format, hour }, at) => ({
      times: format === 'reel' ? 2.5 : 1,
      hour: format === 'reel' && at % 8 > 0 ? 19 : hour,
    }))
    expect(analysePosting(posts, { seed }).verdict).toBe('no-difference')
  })

  it('does not take growth for an hour when the habit moved from mornings to evenings meanwhile', () => {
    const posts = postsOf(240, (_, at) => ({ times: Math.exp(at / 120), hour: at < 120 ? 9 : 19 }))
    for (const { low } of analysePosting(posts, { seed }).cells) expect(low ?? -1).toBeLessThanOrEqual(0)
  })

  it('compares no cell with fewer than eight comparable posts inside or outside', () => {
    const seven = postsOf(120, (_, at) => ({ hour: at < 7 ? 12 : 19 }))
    const eight = postsOf(120, (_, at) => ({ hour: at < 8 ? 12 : 19 }))
    const noon = (posts: AnalysedPost[]) => analysePosting(posts, { seed }).cells.find(({ from }) => from === 10)
    expect(noon(seven)).toMatchObject({ posts: 7, effect: null, low: null, high: null, significant: false })
    expect(noon(eight)?.posts).toBe(8)
  })

  it('says that times cannot be compared when all posts are of one hour and one weekday', () => {
    const answer = analysePosting(
      postsOf(90, () => ({ hour: 19, weekday: 1 })),
      { seed },
    )
    expect(answer.verdict).toBe('too-few-posts')
    expect(answer.sentence).toMatch(/^Times cannot be compared/)
  })

  it('counts the hours after midnight to the block that begins at 22', () => {
    expect([22, 23, 0, 1].map(hourBlockOf)).toEqual([5, 5, 5, 5])
    expect([2, 5, 6, 21].map(hourBlockOf)).toEqual([0, 0, 1, 4])
  })

  it('counts what was posted by weekday and hour', () => {
    const { posted } = analysePosting(
      postsOf(10, () => ({ weekday: 3, hour: 23 })),
      { seed },
    )
    expect(posted.map((row) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
    expect(posted[2]?.[23]).toBe(10)
    expect(posted.flat().reduce((sum, count) => sum + count, 0)).toBe(10)
  })

  it('gives the same bytes for the same posts in any order, and other draws for another seed', () => {
    const posts = postsOf(120, plain)
    const answer = JSON.stringify(analysePosting(posts, { seed }))
    expect(JSON.stringify(analysePosting(posts.toReversed(), { seed }))).toBe(answer)
    expect(JSON.stringify(analysePosting(posts, { seed: seed + 1 }))).not.toBe(answer)
  })

  it('lets a post that went a thousand times as far count no more than one that went ten times as far', () => {
    const posts = postsOf(180, plain)
    const withViral = (times: number) =>
      analysePosting(
        posts.map((post, at) => (at === 50 ? { ...post, likes: post.likes * times } : post)),
        { seed },
      ).cells
    expect(withViral(1_000)).toEqual(withViral(10))
  })

  it('compares only posts of one format and of the same or neighbouring months', () => {
    const posts = postsOf(400, (_, at) => ({ format: at % 9 === 0 ? 'reel' : 'image' }))
    const formats = formatsOf(posts)
    const { order, starts } = strataOf(posts, formats)
    expect([...order].sort((a, b) => a - b)).toEqual(posts.map((_, at) => at))
    const strata = [...starts.slice(1)].map((end, at) => [...order.slice(starts[at], end)])
    expect(strata.length).toBeGreaterThan(15)
    for (const stratum of strata) {
      expect(new Set(stratum.map((post) => formats[post])).size).toBe(1)
      expect(stratum.length).toBeGreaterThanOrEqual(6)
      const days = stratum.map((post) => posts[post]?.day ?? 0)
      expect(Math.max(...days) - Math.min(...days)).toBeLessThan(formats[stratum[0] ?? 0] === 0 ? 31 : 130)
    }
  })

  it('leaves comments out where some posts lack them, so that those do not seem weaker', () => {
    const posts = postsOf(120, (post) => ({ comments: isEvening(post) ? null : 2_000 }))
    expect(analysePosting(posts, { seed }).verdict).toBe('no-difference')
  })

  it.each<[string, (post: AnalysedPost, at: number) => Partial<AnalysedPost>]>([
    ['no likes at all', () => ({ likes: 0, comments: 0 })],
    ['the same likes everywhere', () => ({ likes: 400, comments: 3 })],
    ['all but one post alike', (_, at) => ({ likes: at === 3 ? 900 : 400 })],
    ['the same moment for all', () => ({ postedAt: 0, day: 0, hour: 0, weekday: 4 })],
    ['one format', () => ({ format: 'video' })],
    ['captions of 2,200 emoji', () => ({ caption: '🍋'.repeat(2_200) })],
    ['captions of nothing but number signs', () => ({ caption: '#'.repeat(2_200) })],
    ['a post a decade', (_, at) => ({ day: at * 3_650, postedAt: at * 3_650 * DAY_MS })],
  ])('stays finite with %s', (_, change) => {
    for (const count of [0, 1, 2, 59, 60, 300]) {
      const posts = postsOf(count, change)
      for (const analyse of [analysePosting, analyseFormats, analyseHashtags]) {
        const answer = analyse(posts, { seed })
        expect(everyNumber(answer).every(Number.isFinite)).toBe(true)
        expect(answer.sentence).not.toMatch(/NaN|Infinity|undefined/)
      }
    }
  })

  it('answers for 2,000 posts', () => {
    const answer = analysePosting(
      postsOf(2_000, (post) => ({ times: isEvening(post) ? 1.2 : 1 })),
      { seed },
    )
    expect(answer.sentence).toMatch(/^Posts between 18:00 and 22:00 got \d+\u202f% more likes .* of 2,000 posts\./)
  })
})

describe('formats', () => {
  it('finds the format that gets more and names it first', () => {
    const posts = postsOf(200, ({ format }) => ({ times: format === 'carousel' ? 1.7 : 1 }))
    const answer = analyseFormats(posts, { seed })
    expect(answer.verdict).toBe('found')
    expect(answer.sentence).toMatch(
      /^Carousels got \d+\u202f% more likes \(likely \d+ to \d+\u202f%\), from \d+ of 200 posts\.$/,
    )
    expect(answer.cells.map(({ format }) => format)).toEqual(['image', 'carousel', 'reel'])
  })

  it('does not take evenings for reels when all evenings do better and most reels are posted then', () => {
    const posts = postsOf(240, ({ hour }, at) => ({
      times: isEvening({ hour }) ? 2.5 : 1,
      format: isEvening({ hour }) && at % 8 > 0 ? 'reel' : at % 3 ? 'image' : 'carousel',
    }))
    const reels = analyseFormats(posts, { seed }).cells.find(({ format }) => format === 'reel')
    expect(reels).toMatchObject({ significant: false })
  })
})

describe('hashtags', () => {
  it('finds the tag that goes with more likes among those used at least eight times', () => {
    const posts = postsOf(200, ({ caption }, at) => ({
      times: caption.includes('#Market') ? 1.6 : 1,
      caption: `${caption}${at < 7 ? ' #rare' : ''}${at % 2 ? ' #often' : ''}`,
    }))
    const answer = analyseHashtags(posts, { seed })
    expect(answer.sentence).toMatch(
      /^Posts with #market got \d+\u202f% more likes \(likely \d+ to \d+\u202f%\), from \d+ of 200 posts\.$/,
    )
    expect(answer.cells.map(({ tag }) => tag).sort()).toEqual(['market', 'often'])
    expect(answer.tags).toBe(3)
  })

  it('compares the ten most used tags and counts them all', () => {
    const tags = Array.from({ length: 14 }, (_, at) => `#tag${at}`)
    const posts = postsOf(150, (_, at) => ({
      caption: tags.filter((_tag, which) => (at * 7) % (which + 3) === 0).join(' '),
    }))
    const answer = analyseHashtags(posts, { seed })
    expect(answer.cells).toHaveLength(10)
    expect(answer.tags).toBe(14)
  })

  it('compares nothing when every post has the same tags', () => {
    const answer = analyseHashtags(
      postsOf(80, () => ({ caption: '#one #two' })),
      { seed },
    )
    expect(answer.verdict).toBe('too-few-posts')
    expect(answer.cells.map(({ effect }) => effect)).toEqual([null, null])
  })

  it('asks more of each tag the more tags are compared, and stops at the first that is not beyond chance', () => {
    expect(judgeByHolm([0.03], 0.05)).toEqual([true])
    expect(judgeByHolm([0.03, 0.5], 0.05)).toEqual([false, false])
    expect(judgeByHolm([0.03, null, 0.01], 0.05)).toEqual([true, false, true])
    expect(judgeByHolm([0.02, 0.03, 0.01, 0.9], 0.05)).toEqual([false, false, true, false])
  })

  it.each([
    ['#Food #food and #FOOD', ['food']],
    ['#one#two, (#three) "#four".', ['one', 'two', 'three', 'four']],
    ['#日本語 ＃全角 #مرحبا_بالعالم #हिन्दी #Straße', ['日本語', '全角', 'مرحبا_بالعالم', 'हिन्दी', 'straße']],
    ['#🍋 #❤️ #❤ 🍊#slice', ['🍋', '❤', 'slice']],
    ['#c++ #rock-n-roll #50% #2026', ['c', 'rock', '50', '2026']],
    ['https://x.y/#part a#b &#39; # #! ## #️⃣', []],
    ['#e\u0301te\u0301 #\u00e9t\u00e9', ['\u00e9t\u00e9']],
  ])('reads the tags of %s', (caption, tags) => {
    expect(tagsOf(caption)).toEqual(tags)
  })
})
