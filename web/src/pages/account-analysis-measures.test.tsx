/** When to post, compared by what only the owner of an account sees. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { todayUtc } from '#lib/days.ts'
import { ANALYSIS, openAnalysis, panel } from '../testing/account-analysis.ts'
import { anAnalysis } from '../testing/analysis.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { stubWidth } from '../testing/width.ts'

const TODAY = todayUtc()

const whole = anAnalysis(TODAY)

beforeEach(() => stubWidth(720))

const byViews = (part: object = {}) => ({
  measure: 'views',
  method: whole.method,
  period: { from: whole.period.from, to: TODAY, timeZone: 'Europe/Lisbon', posts: 71, unread: 4 },
  posting: {
    verdict: 'found',
    posts: 71,
    sentence: 'Posts on Fridays got 48% more views (likely 20 to 81%), from 12 of 71 posts.',
    detectable: null,
    cells: whole.posting.cells,
    posted: whole.posting.posted,
  },
  ...part,
})
const says = (text: string) => waitFor(async () => expect((await panel('When to post')).textContent).toContain(text))
const owned = { ...whole, posting: { ...whole.posting, measures: ['views', 'saves'] } }
const POSTING = 'GET /api/accounts/4/analysis/posting'

test('when to post is compared by what the owner sees where there are such readings, and by likes again', async () => {
  const calls = openAnalysis({ [ANALYSIS]: () => json(owned), [POSTING]: () => json(byViews()) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Views' }))
  await says('Posts on Fridays got')
  expect(new URL(callsOf(calls, POSTING)[0]?.url ?? '', 'http://host').searchParams.get('measure')).toBe('views')
  const shown = within(await panel('When to post'))
  expect(shown.getByText(/What only the owner sees/)).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Show as a table' }))
  expect(shown.getAllByRole('columnheader', { name: 'Views' }).length).toBe(2)
  await userEvent.click(screen.getByRole('radio', { name: 'Likes' }))
  await says('Posts between 18:00 and 22:00 got')
})

test('the choice of what is compared keeps the focus, so that the arrow keys lead on', async () => {
  openAnalysis({ [ANALYSIS]: () => json(owned), [POSTING]: () => json(byViews()) })
  const likes = await screen.findByRole('radio', { name: 'Likes' })
  likes.focus()
  await userEvent.keyboard('{ArrowRight}')
  await says('Posts on Fridays got')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Views' }))
  await userEvent.keyboard('{ArrowLeft}')
  await says('Posts between 18:00 and 22:00 got')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Likes' }))
})

test('too few readings say so, and a failed comparison can be tried again', async () => {
  let isBroken = true
  const sentence = 'Too few posts to compare times: 12 of the 60 posts needed are here.'
  const few = byViews({
    posting: {
      verdict: 'too-few-posts',
      posts: 12,
      sentence,
      detectable: null,
      cells: [],
      posted: whole.posting.posted,
    },
  })
  openAnalysis({ [ANALYSIS]: () => json(owned), [POSTING]: () => (isBroken ? failure(500, 'It broke') : json(few)) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Saves' }))
  const again = await screen.findByRole('button', { name: /again/i })
  isBroken = false
  await userEvent.click(again)
  await says('Too few posts to compare times: 12 of the 60')
})

test('without such readings there is no choice', async () => {
  openAnalysis()
  await panel('When to post')
  expect(screen.queryByRole('radio', { name: 'Views' })).toBeNull()
})
