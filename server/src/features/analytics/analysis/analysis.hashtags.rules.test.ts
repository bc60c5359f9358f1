/** Which formats and hashtags go with more likes. */
import { describe, expect, it } from 'vitest'
import { isEvening, postsOf, seed } from '../../../testing/analysed-posts.ts'
import { analyseFormats } from './rules/formats.ts'
import { analyseHashtags } from './rules/hashtags.ts'
import { judgeByHolm } from './rules/holm.ts'
import { tagsOf } from './rules/tags.ts'

describe('formats', () => {
  it('finds the format that gets more and names it first', () => {
    const posts = postsOf(200, ({ format }) => ({ times: format === 'carousel' ? 1.7 : 1 }))
    const answer = analyseFormats(posts, { seed })
    expect(answer.verdict).toBe('found')
    expect(answer.sentence).toMatch(/^Carousels got \d+% more likes \(likely \d+ to \d+%\), from \d+ of 200 posts\.$/)
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
      /^Posts with #market got \d+% more likes \(likely \d+ to \d+%\), from \d+ of 200 posts\.$/,
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
