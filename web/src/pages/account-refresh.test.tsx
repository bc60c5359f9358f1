/** Refreshing an account, as the person who asked and as one who only watches meets it. */
import type { Account } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, aRefreshState, noMetrics, page, someMetrics } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

const START = 'POST /api/accounts/4/refresh'
const STATE = 'GET /api/accounts/4/refresh'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A world that can be changed behind the page's back. */
function open(
  given: { account?: Partial<Account>; state?: object; handlers?: Handlers; role?: 'admin' | 'basic' } = {},
) {
  const world = { account: anAccount(given.account), state: aRefreshState({ source: 'graph', ...given.state }) }
  const line = eventLine()
  const calls: Asked[] = openApp(
    '/account/4',
    {
      'GET /api/accounts': () => page([world.account]),
      'GET /api/accounts/4': () => json({ account: world.account, metrics: world.account.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': () => json([]),
      'GET /api/events': line.answer,
      [STATE]: () => json(world.state),
      [START]: () => {
        world.state = { ...world.state, state: 'waiting', failure: null }
        return json(world.state, 202)
      },
      ...given.handlers,
    },
    aUser({ role: given.role ?? 'admin' }),
  )
  return { world, line, calls }
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Account Detail: @marasea' })
const refreshButton = () => screen.findByRole('button', { name: 'Refresh' })

test('from the press to the new figures, without a reload', async () => {
  const { world, line, calls } = open()
  await heading()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  await userEvent.click(await refreshButton())
  const busy = await screen.findByRole('button', { name: 'Refreshing...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(busy)
  expect(calls.filter(({ name }) => name === START)).toHaveLength(1)

  world.state = aRefreshState({ source: 'graph', lastSucceededAt: minutesAgo(0) })
  world.account = anAccount({ source: 'graph', lastUpdated: minutesAgo(0), metrics: someMetrics({ followers: 321 }) })
  line.say('refresh-done', 4)
  expect(await screen.findByRole('button', { name: '321' })).toBeTruthy()
  expect(await refreshButton()).toBeTruthy()
  expect(screen.getByText('Instagram Graph API, updated seconds ago')).toBeTruthy()
  expect(screen.getByText('The figures are up to date.').getAttribute('role')).toBe('status')
})

test('a refresh that another user or the clock began shows too', async () => {
  const { world, line } = open({ role: 'admin' })
  await heading()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  expect(await refreshButton()).toBeTruthy()
  world.state = aRefreshState({ source: 'graph', state: 'running' })
  line.say('refresh-started', 4)
  expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeTruthy()
  world.state = aRefreshState({
    source: 'graph',
    failure: { kind: 'unavailable', message: 'Apify did not answer', since: minutesAgo(0), lastTryAt: minutesAgo(0) },
  })
  line.say('refresh-failed', 4)
  expect(await screen.findByText('First failed seconds ago. Last try seconds ago: Apify did not answer.')).toBeTruthy()
  expect(screen.queryByText('Refresh failed')).toBeNull()
})

test('one that was waited for here and failed is announced, with its cause', async () => {
  const { world, line } = open()
  await heading()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  await userEvent.click(await refreshButton())
  await screen.findByRole('button', { name: 'Refreshing...' })
  world.state = aRefreshState({
    source: 'graph',
    failure: { kind: 'limited', message: 'No more calls for now', since: minutesAgo(30), lastTryAt: minutesAgo(3) },
    nextDueAt: minutesAgo(-20),
  })
  line.say('refresh-failed', 4)
  expect(await screen.findByText('Refresh failed')).toBeTruthy()
  expect(screen.getByText('There was an error refreshing the account data. No more calls for now.')).toBeTruthy()
  expect(
    screen.getByText(
      'First failed 30 minutes ago. Last try 3 minutes ago: No more calls for now. Next try in 20 minutes.',
    ),
  ).toBeTruthy()
})

test('one that ended without figures and without a failure, as by cancelling it, is no success', async () => {
  const { world, line } = open()
  await heading()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  await userEvent.click(await refreshButton())
  await screen.findByRole('button', { name: 'Refreshing...' })
  world.state = aRefreshState({ source: 'graph' })
  line.say('refresh-failed', 4)
  expect(await screen.findByText('Refresh failed')).toBeTruthy()
  expect(screen.getByText('It ended without new figures.')).toBeTruthy()
  expect(screen.queryByText('The figures are up to date.')).toBeNull()
})

test.each([
  [
    'too soon',
    () => failure(429, 'Too soon', { error: 'too_soon', hoursRemaining: 5 }),
    'Refresh limit reached',
    'Account data can only be refreshed once per day. Please try again in 5 hours.',
  ],
  ['a broken server', () => failure(500, 'no'), 'Refresh failed', 'There was an error refreshing the account data'],
  ['no network', () => new TypeError('offline'), 'Refresh failed', 'There was an error refreshing the account data'],
])('%s is said, and the button is there again', async (_, answer, title, description) => {
  open({ handlers: { [START]: answer } })
  await heading()
  await userEvent.click(await refreshButton())
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(await refreshButton()).toBeTruthy()
})

test('a source that is gone since is shown like one that never was', async () => {
  open({ handlers: { [START]: () => failure(409, 'There is no source', { error: 'no_source' }) } })
  await heading()
  await userEvent.click(await refreshButton())
  expect(await screen.findByRole('dialog', { name: 'No source is connected' })).toBeTruthy()
})

test('only administrators refresh', async () => {
  open({ role: 'basic' })
  await heading()
  expect(screen.getByRole('button', { name: 'Edit Account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
})

test('an account just added says that its figures are coming, and fills by itself', async () => {
  const { world, line } = open({
    account: { source: null, lastUpdated: null, metrics: noMetrics },
    state: { state: 'waiting' },
  })
  await heading()
  expect(await screen.findByText('Fetching figures from Instagram...')).toBeTruthy()
  expect(document.querySelectorAll('main [data-skeleton] .skeleton').length).toBeGreaterThan(0)
  await waitFor(() => expect(line.isHeard()).toBe(true))
  world.state = aRefreshState({ source: 'graph' })
  world.account = anAccount({ source: 'graph', lastUpdated: minutesAgo(0) })
  line.say('refresh-done', 4)
  expect(await screen.findByRole('button', { name: '204.9K' })).toBeTruthy()
  expect(screen.queryByText('Fetching figures from Instagram...')).toBeNull()
})

test.each([
  ['not_found', 'There is no such profile', ['Edit Account', 'Try Again']],
  ['no_figures', 'Instagram shares no figures of this profile', ['Try Again', 'Import data', 'Type in figures']],
] as const)('an account that could not be read (%s) says so, with the next step', async (kind, title, buttons) => {
  open({
    account: { source: null, lastUpdated: null, metrics: noMetrics },
    state: { failure: { kind, message: 'What the source said', since: minutesAgo(3), lastTryAt: null } },
  })
  await heading()
  const face = (await screen.findByRole('heading', { name: title })).parentElement as HTMLElement
  expect(within(face).getByText('First failed 3 minutes ago. Last try: What the source said.')).toBeTruthy()
  expect(
    within(face)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(buttons)
})

test('the source and the next refresh stand below the figures', async () => {
  open({
    account: { source: 'apify', lastUpdated: minutesAgo(180) },
    state: { nextDueAt: minutesAgo(-21 * 60) },
  })
  await heading()
  expect(screen.getByText('Apify, updated 3 hours ago')).toBeTruthy()
  expect(await screen.findByText('Next daily refresh in 21 hours')).toBeTruthy()
})
