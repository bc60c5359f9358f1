/** The Insights tab of an account: its states, its charts with their twins, and the readings of a post. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { aReelInsights, insightsOf, ownMedia } from '../testing/insights.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { stubWidth } from '../testing/width.ts'

const INSIGHTS = 'GET /api/accounts/4/insights'
const MEDIA = 'GET /api/accounts/4/insights/media'

beforeEach(() => stubWidth(720))

function open(handlers: Handlers = {}, user = aUser(), path = '/account/4/insights'): Asked[] {
  const account = anAccount({ username: 'harbour.kitchen' })
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      [INSIGHTS]: () => json(insightsOf()),
      [MEDIA]: () => json(ownMedia),
      [`${MEDIA}/17920230000000001`]: () => json(aReelInsights),
      ...handlers,
    },
    user,
  )
}

const region = (name: string) => screen.findByRole('region', { name })

test('the page says that the owner alone sees this, and that reach is never added up', async () => {
  open()
  expect(await screen.findByText(/^Only you as the owner can see this/)).toBeTruthy()
  expect(document.title).toBe('@harbour.kitchen, insights - tangelo')
  const spans = within(await region('Last 7 and 28 days'))
  expect(spans.getByText(/Days are never added up to reach/)).toBeTruthy()
  expect(spans.getByTitle('17,640')).toBeTruthy()
  expect(screen.getByText(/Earlier days are still being read; so far back to Mar 1, 2026/)).toBeTruthy()
})

test('every chart has a table twin, and a figure that is not given is no zero', async () => {
  open()
  const reach = within(await region('Reach'))
  expect(reach.getByText('People, each counted once a day: days are never added')).toBeTruthy()
  await userEvent.click(reach.getByRole('button', { name: 'Show as a table' }))
  const rows = within(reach.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(7)
  expect(rows[1]?.textContent).toBe('Nov 19, 20261,050')
  expect(within(await region('New followers')).getByText('No day with this figure')).toBeTruthy()
  expect(screen.getByText(/The last 2 days may still be corrected/)).toBeTruthy()
  const online = within(await region('When followers are online'))
  await userEvent.click(online.getByRole('button', { name: 'Show as a table' }))
  expect(online.getAllByRole('cell')).toHaveLength(7 * 24)
  expect(online.getAllByText('not given')).toHaveLength(7)
  expect(within(await region('Who follows')).getByRole('row', { name: /Women 60\s?% 600/ })).toBeTruthy()
})

test('a post opens its readings: expected against reached, planned against actual, and watch time over the reel', async () => {
  open()
  const list = within(await screen.findByRole('table', { name: 'Posts, reels and stories' }))
  expect(list.getByText('Posted before the account was professional: Instagram has no figures.')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'One last swim' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Insights of a post' }))
  expect((await dialog.findByText(/above the 3.9K to 7.4K expected of reels/)).textContent).toBe(
    '8.2K views, above the 3.9K to 7.4K expected of reels. People watched 8.4 s of 15.0 s on average.',
  )
  expect(dialog.getByText(/^Median of 14 reels of this account before it, after 1 day/)).toBeTruthy()
  expect(dialog.getByText(/^Published 15 min after the planned/)).toBeTruthy()
  expect(dialog.getByText('usual 60 to 150')).toBeTruthy()
  expect(dialog.getByRole('region', { name: 'Mean watch time 8.4 s of 15.0 s' })).toBeTruthy()
  const readings = within(dialog.getByRole('region', { name: 'Readings' }))
  expect(readings.getByRole('row', { name: /^Mean watch 8.4 s/ })).toBeTruthy()
  // A measure that no reading has is none of a reel.
  expect(readings.queryByRole('row', { name: /^Follows/ })).toBeNull()
})

test.each([
  ['not_connected', 'This account is not connected', 'Connect the account'],
  ['ended', 'The access has ended', 'Connect again'],
  ['not_granted', 'The permission for insights is missing', 'Connect again'],
  ['fresh', 'The first reading is on its way', null],
] as const)('with nothing read, %s says what to do', async (state, title, link) => {
  const nothing = { days: [], spans: [], audience: [], online: null, media: [], lastReadAt: null }
  open({ [INSIGHTS]: () => json(insightsOf(Object.assign({ state }, nothing))) })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  const found = link === null ? null : screen.getByRole('link', { name: link })
  if (found) expect(found.getAttribute('href')).toBe('/account/4#own-account')
})

test('an access that has ended keeps what was read, and says how to read on', async () => {
  open({ [INSIGHTS]: () => json(insightsOf({ state: 'ended' })) })
  expect(await screen.findByText(/^The access has ended. What was read stays/)).toBeTruthy()
  await region('Reach')
})

test('a failure says why and is tried again, and the range is in the address', async () => {
  let answers = 0
  const calls = open({ [INSIGHTS]: () => (answers++ === 0 ? failure(503, 'Stopping.') : json(insightsOf())) })
  expect(await screen.findByText('The insights could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Year' }))
  await waitFor(() => expect(window.location.search).toBe('?range=365'))
  await waitFor(() => expect(calls.at(-1)?.url).toContain('range=365'))
})

test('users who may not publish see no such tab', async () => {
  open({ 'GET /api/accounts/4/posts/history': () => json([]) }, aUser({ role: 'basic' }), '/account/4/posts')
  expect(await screen.findByRole('tab', { name: 'Posts' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Insights' })).toBeNull()
})

test('readings are downloaded as files, and a failure says why', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  let answers = 0
  open({
    'GET /api/accounts/4/insights/export': () => (answers++ === 0 ? new Response('"days"') : failure(503, 'Stopping.')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Days as CSV' }))
  await waitFor(() => expect(saved).toEqual(['insights-days-4.csv']))
  await userEvent.click(screen.getByRole('button', { name: 'Posts as CSV' }))
  expect(await screen.findByText('The file could not be downloaded')).toBeTruthy()
})
