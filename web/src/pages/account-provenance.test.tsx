/** Each figure says where it comes from: on the account page, and in the table. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { aLatest, aProvenance } from '../testing/provenance.ts'

const WHY = 'GET /api/accounts/4/metrics/provenance'
const RAW = 'GET /api/accounts/4/metrics/raw'

function open(handlers: Handlers = {}, { path = '/account/4', user = aUser() } = {}): Asked[] {
  const account = anAccount()
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': () => json([]),
      [WHY]: () => json(aProvenance()),
      [RAW]: () => json({ business_discovery: { followers_count: 204_912 } }),
      ...handlers,
    },
    user,
  )
}

const count = (calls: readonly Asked[], name: string) => calls.filter((call) => call.name === name).length

test('engagement: formula, source, and the posts with what was left out; the focus comes back', async () => {
  const calls = open()
  const figure = await screen.findByRole('button', { name: '6.7%' })
  expect(count(calls, WHY)).toBe(0)
  await userEvent.click(figure)
  const panel = within(await screen.findByRole('dialog', { name: 'Engagement: 6.7%' }))
  expect(
    await panel.findByText(
      '(mean likes 13,455 of 11 posts + mean comments 274 of 12 posts) ÷ followers 204,912 × 100 = 6.7%',
    ),
  ).toBeTruthy()
  expect([...document.querySelectorAll('[role=dialog] dt')].map(({ textContent }) => textContent)).toEqual([
    'Source',
    'Read',
    'Value',
    'Fingerprint of the answer',
  ])
  expect(panel.getByText('Instagram Graph API')).toBeTruthy()
  expect(panel.getByText('Technical details').closest('details')?.open).toBe(false)
  expect(panel.getByText('Left out: 1 post with hidden likes. They count as unknown, not as zero.')).toBeTruthy()
  const [, first, second] = panel.getAllByRole('row')
  expect(first?.textContent).toBe('Noon in the old quarter14,900377')
  expect(second?.textContent).toBe('No captionlikes hidden by the ownerunknown12')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(figure))
})

test('a change names the snapshot it is counted from', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: '+3.4K this week' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Change of followers: +3.4K this week' }))
  expect(await panel.findByText('204,912 − 201,506 = +3,406')).toBeTruthy()
  expect(panel.getByText(/^Nov 2, 2026, .*Imported or typed in$/)).toBeTruthy()
})

test("administrators see the source's answer and copy it", async () => {
  const user = userEvent.setup()
  open()
  await user.click(await screen.findByRole('button', { name: '204.9K' }))
  await user.click(await screen.findByRole('button', { name: "Show the source's answer" }))
  const answer = await screen.findByRole('region', { name: "The source's answer" })
  expect(answer.textContent).toBe('{\n  "business_discovery": {\n    "followers_count": 204912\n  }\n}')
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(write).toHaveBeenCalledWith(answer.textContent)
  expect(await screen.findByText('Copied')).toBeTruthy()
})

test.each([
  ['everybody else', aUser({ role: 'pro' }), aProvenance()],
  ['an answer that is no longer kept', aUser(), aProvenance({ latest: aLatest({ hasRaw: false }) })],
])("no source's answer for %s", async (_, user, provenance) => {
  open({ [WHY]: () => json(provenance) }, { user })
  await userEvent.click(await screen.findByRole('button', { name: '204.9K' }))
  expect(await screen.findByText('As reported by the source, unchanged.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: "Show the source's answer" })).toBeNull()
})

test('opened again it is there at once', async () => {
  open()
  const figure = await screen.findByRole('button', { name: '204.9K' })
  await userEvent.click(figure)
  await screen.findByText('As reported by the source, unchanged.')
  await userEvent.click(figure)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(figure)
  await screen.findByRole('dialog')
  expect(screen.getByText('As reported by the source, unchanged.')).toBeTruthy()
})

test('what cannot be had says why, and can be tried again', async () => {
  let answers = 0
  open({
    [WHY]: () => {
      answers += 1
      return answers === 1 ? failure(500, 'It broke.') : json(aProvenance())
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '204.9K' }))
  expect(await screen.findByText('It broke.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('As reported by the source, unchanged.')).toBeTruthy()
})

test('in the table one figure tells of itself and of its change, and the row stays a link', async () => {
  open({}, { path: '/' })
  const row = (await screen.findByRole('link', { name: 'View @marasea' })).closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: /^204\.9K/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Followers: 204.9K' }))
  expect(await panel.findByText('204,912 − 201,506 = +3,406')).toBeTruthy()
  expect(window.location.pathname).toBe('/')
})
