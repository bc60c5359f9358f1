/** When to post: what is found, and what is not taken for an hour or a weekday. */
import { describe, expect, it } from 'vitest'
import { isEvening, plain, postsOf, seed } from '../../../testing/analysed-posts.ts'
import { analysePosting } from './rules/posting.ts'

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
      /^Posts between 18:00 and 22:00 got \d+% more likes \(likely \d+ to \d+%\), from \d+ of 180 posts\. No weekday differs from the others beyond chance\.$/,
    )
    expect(answer.sentence).toContain(`${Math.round((evening?.effect ?? 0) * 100)}% more`)
  })

  it('says fewer, with the range in the same direction, when a weekday gets less', () => {
    const answer = analysePosting(
      postsOf(240, ({ weekday }) => ({ times: weekday === 7 ? 0.4 : 1 })),
      { seed },
    )
    expect(answer.sentence).toMatch(
      /^Posts on Sundays got \d+% fewer likes \(likely \d+ to \d+%\), from 3\d of 240 posts\. No time of day differs/,
    )
  })

  it('says what would show and from how many posts when nothing differs beyond chance', () => {
    const answer = analysePosting(postsOf(60, plain), { seed })
    expect(answer.verdict).toBe('no-difference')
    expect(answer.cells.some(({ significant }) => significant)).toBe(false)
    expect(answer.detectable).toMatchObject({ goal: 0.35 })
    expect(answer.sentence).toMatch(
      /^No difference can be shown yet: with 60 posts only effects above about \d+% would show; about \d+ more posts would show 35%\.$/,
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
      sentence: 'Too few posts to compare times: 59 of the 60 posts needed are here.',
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
})
