/** Accounts beside each other as a person meets them: chosen, ranked, against their peers, saved as a group. */
import type { AccountGroup, MetricHistoryEntry, Peers } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { anAccount, anEntry, page, someMetrics } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const today = todayUtc()
const ACCOUNTS = ['harbour', 'lemons', 'stair'].map((username, index) =>
  anAccount({ id: index + 1, username, metrics: someMetrics({ followers: 20_000 - index }) }),
)

function history(growth: number, days = 180): MetricHistoryEntry[] {
  return Array.from({ length: days }, (_, index) =>
    anEntry(addDays(today, index - days + 1), { followers: Math.round(1_000 * (1 + (growth * index) / (days - 1))) }),
  )
}

function peers(count: number, part: Partial<Peers> = {}): Peers {
  const figures = { growth: 0.029, postsPerWeek: 3.5, likes: 1.34, comments: null }
  const place = {
    own: 0.029,
    median: 0.02,
    low: 40,
    high: 75,
    peers: count,
    sentence: 'Between the 40th and 75th percentile of 9 similar accounts.',
  }
  return {
    basis: {
      kind: 'similar',
      groupId: null,
      factor: 2,
      sentence: `${count} accounts of this company: Travel, 10,000 to 40,000 followers.`,
    },
    sentence: 'Its posts get more likes than most.',
    own: figures,
    places: (['growth', 'postsPerWeek', 'likes', 'comments'] as const).map((measure) => ({ ...place, measure })),
    peers: Array.from({ length: count }, (_, index) => ({
      ...figures,
      accountId: 20 + index,
      username: `peer${index}`,
      followers: 18_000,
      growth: index / 100,
      isExcluded: false,
    })),
    ...part,
  }
}

const GROUP: AccountGroup = {
  id: 5,
  companyId: 1,
  name: 'Cafés',
  accountIds: [1, 2, 3],
  createdAt: '2026-11-01T00:00:00.000Z',
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})

function open(path: string, handlers: Handlers = {}, user = aUser()): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page(ACCOUNTS),
      'GET /api/accounts/1/metrics/history': () => json(history(0.184)),
      'GET /api/accounts/2/metrics/history': () => json(history(0.261)),
      'GET /api/accounts/3/metrics/history': () => json(history(-0.024)),
      'GET /api/groups': () => json([GROUP]),
      'GET /api/accounts/1/peers': () => json(peers(9)),
      'GET /api/accounts/2/peers': () => json(peers(9)),
      ...handlers,
    },
    user,
  )
}

const list = () => screen.findByRole('list', { name: 'Accounts compared' })
const region = (name: RegExp) => screen.findByRole('region', { name })

test('the largest accounts are compared, and the sentence names who grew fastest', async () => {
  open('/compare', {}, aUser({ role: 'basic' }))
  const chips = within(await list()).getAllByRole('listitem')
  expect(chips.map((chip) => chip.textContent)).toEqual(['@harbour', '@lemons', '@stair'])
  const panel = await region(/^Followers/)
  await waitFor(() => expect(panel.textContent).toContain(`@lemons grew fastest since`))
  expect(panel.textContent).toContain(`by 26.1%. @harbour is second with 18.4%.`)
  expect(within(panel).getByRole('application').getAttribute('aria-label')).toContain('@stair 97.6')
})

test('an administrator who works for a client compares the largest accounts of that client', async () => {
  const companies = [1, 7].map((id) => ({ id, name: `Company ${id}` }))
  const asked = open('/compare?client=7', { 'GET /api/companies': () => json(companies) })
  await list()
  const lists = asked.filter(({ name, url }) => name === 'GET /api/accounts' && url.includes('limit='))
  expect(lists.some(({ url }) => url.includes('companyId=7'))).toBe(true)
  expect(lists.filter(({ url }) => !url.includes('companyId='))).toEqual([])
})

test('a removed account leaves the address, and the last one leaves an empty page with a way back', async () => {
  open('/compare?accounts=1,2')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove @lemons' }))
  expect(window.location.search).toBe('?accounts=1')
  expect(await screen.findByText(/Add another account to compare it with/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove @harbour' }))
  expect(window.location.search).toBe('?accounts=none')
  await userEvent.click(await screen.findByRole('button', { name: 'Compare the largest' }))
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(3))
})

test('two accounts removed at once are both gone', async () => {
  open('/compare?accounts=1,2,3')
  await list()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove @lemons' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove @stair' }))
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(1))
  expect(window.location.search).toBe('?accounts=1')
})

test('two peers excluded at once are both left out', async () => {
  open('/compare?accounts=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Exclude @peer3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Exclude @peer4' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1&exclude=23,24'))
})

test('accounts are found by name and added, five at most', async () => {
  const asked = open('/compare?accounts=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accounts to compare' })
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: '@stair' }))
  expect(window.location.search).toBe('?accounts=1,3')
  await userEvent.type(within(dialog).getByRole('searchbox'), 'lem')
  await waitFor(() => expect(asked.some(({ url }) => url.includes('q=lem'))).toBe(true))
})

test('an account is ticked from the press on, and the layer stays while one that no list holds is read', async () => {
  const far = anAccount({ id: 4, username: 'far.away' })
  const reading = Promise.withResolvers<void>()
  open('/compare?accounts=1', {
    'GET /api/accounts': ({ url }) => page(url.includes('q=far') ? [far] : ACCOUNTS),
    'GET /api/accounts/4': async () => {
      await reading.promise
      return json({ account: far, metrics: far.metrics, posts: [] })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accounts to compare' })
  await userEvent.type(within(dialog).getByRole('searchbox'), 'far')
  const box = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: '@far.away' })
  fireEvent.click(box)
  expect(box.checked).toBe(true)
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4'))
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: '@far.away' }).checked).toBe(true)
  reading.resolve()
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(2))
  expect(box.isConnected && box.checked).toBe(true)
})

test('accounts that are ticked while others are still read stay ticked, and are all compared', async () => {
  const far = [4, 5, 6].map((id) => anAccount({ id, username: `far${id}` }))
  const readings = new Map(far.map(({ id }) => [id, Promise.withResolvers<void>()]))
  const detail = (id: number) => async () => {
    await readings.get(id)?.promise
    const account = far.find((one) => one.id === id)
    return json({ account, metrics: account?.metrics, posts: [] })
  }
  const asked = open('/compare?accounts=1', {
    'GET /api/accounts': ({ url }) => page(url.includes('q=far') ? far : ACCOUNTS),
    'GET /api/accounts/4': detail(4),
    'GET /api/accounts/5': detail(5),
    'GET /api/accounts/6': detail(6),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accounts to compare' }))
  await userEvent.type(dialog.getByRole('searchbox'), 'far')
  const box = (id: number) => dialog.findByRole<HTMLInputElement>('checkbox', { name: `@far${id}` })
  fireEvent.click(await box(4))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4'))
  fireEvent.click(await box(5))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4,5'))
  readings.get(4)?.resolve()
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(2))
  expect((await box(5)).checked).toBe(true)
  fireEvent.click(await box(6))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,4,5,6'))
  for (const { resolve } of readings.values()) resolve()
  await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(4))
  expect(asked.filter(({ name }) => /^GET .api.accounts.\d$/.test(name))).toHaveLength(3)
})

test('the arrow keys read every account of a day', async () => {
  open('/compare?accounts=1,2')
  const chart = within(await region(/^Followers/)).findByRole('application')
  ;(await chart).focus()
  await userEvent.keyboard('{End}')
  expect(await screen.findByText(/: @lemons 126.1, @harbour 118.4$/)).toBeTruthy()
})

test('the table says the same days in figures', async () => {
  open('/compare?accounts=1,2&scale=absolute')
  const panel = await region(/^Followers/)
  await userEvent.click(await within(panel).findByRole('button', { name: 'Show as a table' }))
  const rows = within(panel).getAllByRole('row')
  expect(rows[0]?.textContent).toBe('Date@harbour@lemons')
  expect(rows[1]?.textContent).toContain('1,1841,261')
})

test('one click excludes a peer, which stays in the list', async () => {
  const asked = open('/compare?accounts=1', {
    'GET /api/accounts/1/peers': ({ url }) => {
      const all = peers(9)
      const isLeftOut = url.includes('exclude=28')
      return json({
        ...all,
        peers: all.peers.map((peer) => ({ ...peer, isExcluded: isLeftOut && peer.accountId === 28 })),
      })
    },
  })
  const panel = await region(/against its peers/)
  await userEvent.click(await within(panel).findByRole('button', { name: 'Exclude @peer8' }))
  expect(window.location.search).toBe('?accounts=1&exclude=28')
  expect(await within(panel).findByRole('button', { name: 'Include @peer8 again' })).toBeTruthy()
  expect(within(panel).getByText('1 excluded by you')).toBeTruthy()
  expect(asked.at(-1)?.url).toContain('exclude=28')
})

test('every peer is a dot with a name that the keyboard reaches', async () => {
  open('/compare?accounts=1')
  const growth = await screen.findByRole('application', { name: /^Growth: 2.9/ })
  growth.focus()
  await userEvent.keyboard('{End}')
  expect(await screen.findByText(/^@peer8, 8\.0/)).toBeTruthy()
  await userEvent.keyboard('{ArrowLeft}{Delete}')
  expect(window.location.search).toBe('?accounts=1&exclude=27')
})

test('fewer than eight peers are too few to compare', async () => {
  open('/compare?accounts=1', { 'GET /api/accounts/1/peers': () => json(peers(5)) })
  const panel = await region(/against its peers/)
  expect(await within(panel).findByText('Too few similar accounts to compare.')).toBeTruthy()
  expect(panel.textContent).toContain('5 of the 8 needed')
  expect(within(panel).queryByRole('application')).toBeNull()
})

test('the accounts are saved as a group; a name that is taken is said at the field', async () => {
  const names = ['taken', 'new']
  const asked = open('/compare?accounts=1,2', {
    'POST /api/groups': () =>
      names.shift() === 'taken'
        ? failure(409, 'A group named Cafés already exists', { error: 'group_exists' })
        : json({ ...GROUP, id: 6 }, 201),
    'GET /api/accounts/1/peers': () => json(peers(9)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Save as group' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as group' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save group' }))
  expect(within(dialog).getByText('Name is required')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Cafés')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save group' }))
  expect(await within(dialog).findByText('A group named Cafés already exists')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), ' two')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save group' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1,2&group=6'))
  const sent = asked.findLast(({ name }) => name === 'POST /api/groups')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Cafés two', accountIds: [1, 2] })
})

test('a group is deleted after a question', async () => {
  open('/compare?accounts=1&group=5', { 'DELETE /api/groups/5': () => json({ success: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit group' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete group' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Cafés?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete group' }))
  await waitFor(() => expect(window.location.search).toBe('?accounts=1'))
})

test('without accounts the page says so, and what comes next', async () => {
  open('/compare', { 'GET /api/accounts': () => page([]) })
  expect(await screen.findByText(/^Two accounts with figures can be compared/)).toBeTruthy()
})

test('figures that cannot be loaded say why, with another try', async () => {
  const answers = [failure(503, 'The server is busy'), json(history(0.1))]
  open('/compare?accounts=1', {
    'GET /api/accounts/1/metrics/history': () => answers.shift() ?? json([]),
  })
  expect(await screen.findByText('The followers could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/Add another account/)).toBeTruthy()
})
