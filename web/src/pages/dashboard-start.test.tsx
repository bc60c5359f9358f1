/** The top of the dashboard: what needs attention. */
import type { AttentionItem } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { openDashboard, PATIENCE, strip, waiting } from '../testing/dashboard-start.ts'
import { failure, json } from '../testing/network.ts'
import { openApp } from '../testing/open-app.tsx'

const anItem = (over: Partial<AttentionItem> = {}): AttentionItem => ({
  id: 'unread',
  kind: 'unread',
  number: 3,
  sentence: '3 accounts have no reading for two days',
  cause: 'The source refused to answer',
  change: null,
  accountId: null,
  day: null,
  companyId: 1,
  ...over,
})

test('each thing that waits has its sentence, its cause and its way', async () => {
  openDashboard({
    'GET /api/attention': () =>
      waiting([
        anItem(),
        anItem({ id: 'due', kind: 'due', sentence: '2 posts are due today', cause: null }),
        anItem({
          id: 'moved',
          kind: 'moved',
          sentence: '@marasea won 900 followers',
          change: 900,
          accountId: 4,
          day: '2026-11-18',
        }),
      ]),
  })
  const region = await strip()
  expect(await region.findAllByRole('listitem', undefined, PATIENCE)).toHaveLength(3)
  expect(region.getAllByText('The source refused to answer')).toHaveLength(2)
  const ways = region.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
  expect(ways).toEqual([
    ['Fix the source: 3 accounts have no reading for two days', '/admin?tab=connections'],
    ['Open today: 2 posts are due today', '/planning?tab=calendar'],
    ['See that day: @marasea won 900 followers', '/account/4/analysis?day=2026-11-18'],
  ])
})

test('a thing is put off at once, and comes back where the server refuses', async () => {
  let isRefused = false
  const asked = openDashboard({
    'GET /api/attention': () => waiting([anItem()]),
    'POST /api/attention/later': () => (isRefused ? failure(500, 'No') : json({ success: true })),
  })
  const region = await strip()
  isRefused = true
  await userEvent.click(await region.findByRole('button', { name: /^Later: 3 accounts/ }, PATIENCE))
  expect(await screen.findByText('It could not be put off')).toBeTruthy()
  expect(await region.findByText('3 accounts have no reading for two days')).toBeTruthy()
  const sent = asked.find(({ name }) => name === 'POST /api/attention/later')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ id: 'unread', number: 3 })
})

test('a thing that could not be put off comes back among what has come and gone meanwhile', async () => {
  const due = anItem({ id: 'due', kind: 'due', sentence: '2 posts are due today' })
  const stale = anItem({ id: 'stale', sentence: 'A backup is old' })
  const lists = [[anItem(), due], [stale]]
  let refuse = (): void => undefined
  openDashboard({
    'GET /api/attention': () => {
      const list = lists.shift()
      return list ? waiting(list) : new Promise(() => {})
    },
    'POST /api/attention/later': ({ body }) =>
      JSON.parse(body ?? '').id === 'due'
        ? json({ until: '2026-11-21T07:00:00.000Z' })
        : new Promise((resolve) => {
            refuse = () => resolve(failure(500, 'No'))
          }),
  })
  const region = await strip()
  await userEvent.click(await region.findByRole('button', { name: /^Later: 3 accounts/ }, PATIENCE))
  await userEvent.click(await region.findByRole('button', { name: /^Later: 2 posts/ }))
  expect(await region.findByText('A backup is old')).toBeTruthy()
  refuse()
  expect(await region.findByText('3 accounts have no reading for two days')).toBeTruthy()
  expect(region.getByText('A backup is old')).toBeTruthy()
  expect(region.queryByText('2 posts are due today')).toBeNull()
  await userEvent.click(region.getByRole('button', { name: 'Later: A backup is old' }))
  expect(await region.findByRole('button', { name: 'Show the one put off' })).toBeTruthy()
})

test('a thing that was pressed twice, and could not be put off, comes back first where its place is not known', async () => {
  const lists = [
    [anItem(), anItem({ id: 'due', sentence: '2 posts are due' }), anItem({ id: 'old', sentence: 'A backup is old' })],
  ]
  let isFirst = true
  openDashboard({
    'GET /api/attention': () => {
      const list = lists.shift()
      return list ? waiting(list) : new Promise(() => {})
    },
    'POST /api/attention/later': () => {
      const answer = isFirst ? new Promise<Response>(() => {}) : failure(500, 'No')
      isFirst = false
      return answer
    },
  })
  const region = await strip()
  const later = await region.findByRole('button', { name: /^Later: 3 accounts/ }, PATIENCE)
  fireEvent.click(later)
  fireEvent.click(later)
  expect(await screen.findByText('It could not be put off')).toBeTruthy()
  await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(3))
  expect(region.getAllByRole('listitem')[0]?.textContent).toContain('3 accounts')
})

test('Undo shows again what was put off last, and nothing that was put off before', async () => {
  const asked = openDashboard({
    'GET /api/attention': () => waiting([anItem()], 2),
    'POST /api/attention/later': () => json({ until: '2026-11-21T07:00:00.000Z' }),
    'DELETE /api/attention/later': () => json({ success: true }),
  })
  // A toast that is still coming in takes no pointer.
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await (await strip()).findByRole('button', { name: /^Later: 3 accounts/ }, PATIENCE))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(asked.find(({ name }) => name === 'DELETE /api/attention/later')?.url).toBe(
      '/api/attention/later?id=unread',
    ),
  )
})

test('where nothing waits it says so, and brings back what was put off', async () => {
  let put = 2
  openDashboard({
    'GET /api/attention': () => waiting(put > 0 ? [] : [anItem()], put),
    'DELETE /api/attention/later': () => {
      put = 0
      return json({ success: true })
    },
  })
  const region = await strip()
  expect(
    await region.findByText(/Nothing else needs your attention. 2 things are put off./, undefined, PATIENCE),
  ).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Show the 2 put off' }))
  expect(await region.findByText('3 accounts have no reading for two days')).toBeTruthy()
})

test('what was put off and cannot be brought back says so', async () => {
  openDashboard({
    'GET /api/attention': () => waiting([], 2),
    'DELETE /api/attention/later': () => failure(500, 'It broke.'),
  })
  const region = await strip()
  await userEvent.click(await region.findByRole('button', { name: 'Show the 2 put off' }, PATIENCE))
  expect(await screen.findByText('It could not be shown again')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
})

test('what cannot be loaded is asked for again', async () => {
  let isBroken = true
  openDashboard({ 'GET /api/attention': () => (isBroken ? failure(500, 'Broken') : waiting([])) })
  const region = await strip()
  const retry = await region.findByRole('button', { name: 'Try Again' }, PATIENCE)
  isBroken = false
  await userEvent.click(retry)
  expect(await region.findByText('Nothing needs your attention.')).toBeTruthy()
})

test('Refresh of several accounts without a source leads to Connections', async () => {
  openDashboard({ 'POST /api/accounts/refresh': () => json({ started: [], alreadyRefreshed: [], noSource: [4] }, 202) })
  // A toast that is still coming in takes no pointer.
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('checkbox', { name: 'Select @marasea' }, PATIENCE))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' }, PATIENCE)
  await user.click(within(bar).getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('No source is connected to read figures from.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open Connections' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/admin?tab=connections'))
})

test('Refresh in a row without a source leads to Connections', async () => {
  openApp('/admin?tab=accounts', {
    'GET /api/accounts': () => page([anAccount()]),
    'POST /api/accounts/4/refresh': () => failure(409, 'There is no source', { error: 'no_source' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh @marasea' }, PATIENCE))
  await userEvent.click(await screen.findByRole('button', { name: 'Open Connections' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/admin?tab=connections'))
})
