/** The tab Connections: who may see it, what can be read in a day, and how each service does. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  aCapacity,
  aConnection,
  aSource,
  type Connection,
  openConnections,
  serviceCard,
} from '../testing/connections.ts'
import { failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { minutesAgo } from '../testing/time.ts'

const openSteps = (service: ReturnType<typeof within>) =>
  userEvent.click(service.getByRole('button', { name: /^(Details|Set up): / }))

test('capacity comes first: what can be read in a day, and what there is', async () => {
  openConnections()
  expect(await screen.findByRole('heading', { name: "Today's connections can read 4,800 accounts a day" })).toBeTruthy()
  expect(
    screen.getByText('You have 24 accounts, and each is read once a day. There is room for 4,776 more.'),
  ).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Read in 24 hours' })).toBeTruthy()
})

test.each([
  [
    aCapacity({ perDay: 0, sources: [aSource({ perDay: 0, perDayAtBest: null })] }),
    /^Until one is, figures come from files/,
  ],
  [aCapacity({ perDay: 0, sources: [aSource({ perDay: 0 })] }), 'Repairing Graph API would add 4,800.'],
  [
    aCapacity({ accounts: 10_000, duePerDay: 10_000, waiting: 3 }),
    'You have 10,000 accounts, and 10,000 readings fall on a day: they take 2.1 days. 3 accounts are due and wait.',
  ],
  [
    aCapacity({ accounts: 10_000, duePerDay: 3_000 }),
    'You have 10,000 accounts, and 3,000 readings fall on a day by their intervals. There is room for 1,800 more.',
  ],
])('what is missing is said: %#', async (capacity, words) => {
  openConnections({ 'GET /api/connections/capacity': () => json(capacity) })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a service says how it does, what connects it, and how much of it is used', async () => {
  openConnections({ 'GET /api/connections': () => json([aConnection({ pausedUntil: minutesAgo(-12) })]) })
  const graph = await serviceCard('Instagram Graph API')
  expect(window.location.search).toBe('?tab=connections')
  expect(document.title).toBe('Admin Panel - tangelo')
  expect(graph.getByText('Connected')).toBeTruthy()
  expect(await graph.findByText('17 accounts, read 12 minutes ago')).toBeTruthy()
  expect(graph.getByText('4,800 a day')).toBeTruthy()
  await openSteps(graph)
  const settings = within(graph.getByRole('list', { name: 'Settings' })).getAllByRole('listitem')
  expect(settings.map((item) => item.textContent)).toEqual(['GRAPH_ACCESS_TOKENset', 'GRAPH_IG_USER_IDnot set'])
  const bar = graph.getByRole('progressbar', { name: 'Rate limit of Instagram Graph API, used' })
  expect(bar.getAttribute('aria-valuenow')).toBe('83')
  expect(graph.getByText('resumes in 12 minutes')).toBeTruthy()
  expect(graph.getByText('2 minutes ago')).toBeTruthy()
  expect(graph.getByText('never')).toBeTruthy()
  const files = await serviceCard('Files')
  expect(files.getByText('Always on')).toBeTruthy()
  expect(files.getAllByRole('button').map((button) => button.textContent)).toEqual(['Import data'])
  expect(screen.getByRole('tab', { name: 'Connections' }).getAttribute('aria-selected')).toBe('true')
})

test('without a source the steps of the most useful one are open, and each setting can be copied', async () => {
  const user = userEvent.setup()
  openConnections({
    'GET /api/connections': () =>
      json([
        aConnection({
          state: 'not_connected',
          settings: [{ name: 'GRAPH_ACCESS_TOKEN', isSet: false }],
        }),
      ]),
    'GET /api/connections/capacity': () => json(aCapacity({ sources: [aSource({ perDay: 0, perDayAtBest: null })] })),
  })
  const graph = await serviceCard('Instagram Graph API')
  expect(graph.getByRole('heading', { name: /Get a token/ })).toBeTruthy()
  expect(graph.getByRole('link', { name: 'Open Meta for Developers' }).getAttribute('target')).toBe('_blank')
  expect(graph.getByText('Available once tangelo has been restarted with these settings.')).toBeTruthy()
  await user.click(graph.getByRole('button', { name: 'Copy GRAPH_ACCESS_TOKEN=' }))
  expect(await navigator.clipboard.readText()).toBe('GRAPH_ACCESS_TOKEN=')
  await user.click(graph.getByRole('button', { name: 'Close: Instagram Graph API' }))
  expect(graph.queryByRole('link', { name: 'Open Meta for Developers' })).toBeNull()
})

const buildTestReply = (part: Partial<Connection> = {}, account: object | null = null) =>
  json({ ...aConnection(part), account })

test('a test is busy, then says how it went and what to do', async () => {
  let answer = (_: Response): void => undefined
  openConnections({
    'POST /api/connections/graph/test': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const graph = await serviceCard('Instagram Graph API')
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  expect((await graph.findByRole('button', { name: 'Testing...' })).getAttribute('aria-disabled')).toBe('true')
  expect(graph.getByText('Reads @quaybakes once, at no cost.')).toBeTruthy()
  answer(buildTestReply({ state: 'failing', explanation: 'The token has ended.', nextStep: 'Make a new one.' }))
  expect(await graph.findByText('It did not respond correctly.')).toBeTruthy()
  expect(graph.getByText('Failing')).toBeTruthy()
  expect(graph.getByText('The token has ended.')).toBeTruthy()
  expect(graph.getByText('Make a new one.')).toBeTruthy()
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  answer(buildTestReply({}, { username: 'quaybakes', followers: 31_020, message: null }))
  expect(await graph.findByText('It responded.')).toBeTruthy()
  expect(graph.getByText('@quaybakes has 31,020 followers.')).toBeTruthy()
})

test('a test that could not be run says why', async () => {
  openConnections({ 'POST /api/connections/graph/test': () => failure(503, 'Stopping.') })
  const graph = await serviceCard('Instagram Graph API')
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  expect(await graph.findByText('The test could not be run: Stopping.')).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('not for %s: the toast says so, and no link leads here', async (role) => {
  openConnections({}, aUser({ role }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeTruthy()
  expect(screen.getByText("You don't have permission to access admin features")).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull()
})
