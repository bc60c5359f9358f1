/** The connections page: who may see it, how each service does, and the accounts that could not be read. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

type Connection = RouteReply<'GET /api/connections'>[number]
type Failing = RouteReply<'GET /api/refreshes/failing'>[number]

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function aConnection(part: Partial<Connection> = {}): Connection {
  return {
    name: 'graph',
    title: 'Instagram Graph API',
    state: 'connected',
    explanation: 'Reads business and creator profiles.',
    nextStep: null,
    settings: [
      { name: 'GRAPH_ACCESS_TOKEN', isSet: true },
      { name: 'GRAPH_IG_USER_ID', isSet: false },
    ],
    usedPercent: 83,
    pausedUntil: null,
    lastSucceededAt: minutesAgo(2),
    lastFailedAt: null,
    ...part,
  }
}

function aFailing(part: Partial<Failing> = {}): Failing {
  return {
    accountId: 4,
    username: 'marasea',
    kind: 'no_figures',
    message: '@marasea is a private profile',
    since: minutesAgo(40),
    nextTryAt: minutesAgo(-20),
    ...part,
  }
}

const rows = (failing: Failing[], { total = failing.length, next = '' } = {}) =>
  json(failing, 200, {
    'X-Total-Count': String(total),
    ...(next ? { Link: `</api/refreshes/failing?cursor=${next}>; rel="next"` } : {}),
  })

function open(handlers: Handlers = {}, user = aUser()): Asked[] {
  return openApp(
    '/connections',
    {
      'GET /api/accounts': () => page([]),
      'GET /api/connections': () => json([aConnection()]),
      'GET /api/refreshes/failing': () => rows([]),
      ...handlers,
    },
    user,
  )
}

const card = async (name: string) => within(await screen.findByRole('article', { name }))

test('a service says how it does, what connects it, and how much of it is used', async () => {
  open({
    'GET /api/connections': () =>
      json([
        aConnection({ pausedUntil: minutesAgo(-12) }),
        aConnection({ name: 'import', title: 'Files', state: 'built_in', settings: [], usedPercent: null }),
      ]),
  })
  const graph = await card('Instagram Graph API')
  expect(document.title).toBe('Connections - tangelo')
  expect(graph.getByText('Connected')).toBeTruthy()
  expect(graph.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'GRAPH_ACCESS_TOKENset',
    'GRAPH_IG_USER_IDnot set',
  ])
  const bar = graph.getByRole('progressbar', { name: 'Used of what Instagram Graph API allows' })
  expect(bar.getAttribute('aria-valuenow')).toBe('83')
  expect(graph.getByText('goes on in 12 minutes')).toBeTruthy()
  expect(graph.getByText('2 minutes ago')).toBeTruthy()
  expect(graph.getByText('never')).toBeTruthy()
  const files = await card('Files')
  expect(files.getByText('Built in')).toBeTruthy()
  expect(files.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('aria-current')).toBe('page')
})

test('a test is busy, then says how it went and what to do', async () => {
  let answer = (_: Response): void => undefined
  open({
    'POST /api/connections/graph/test': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const graph = await card('Instagram Graph API')
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  expect((await graph.findByRole('button', { name: 'Testing...' })).getAttribute('aria-disabled')).toBe('true')
  answer(json(aConnection({ state: 'failing', explanation: 'The token has ended.', nextStep: 'Make a new one.' })))
  expect(await graph.findByText('It did not answer as it should.')).toBeTruthy()
  expect(graph.getByText('Failing')).toBeTruthy()
  expect(graph.getByText('The token has ended.')).toBeTruthy()
  expect(graph.getByText('Make a new one.')).toBeTruthy()
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  answer(json(aConnection()))
  expect(await graph.findByText('It answered.')).toBeTruthy()
})

test('a test that could not be run says why', async () => {
  open({ 'POST /api/connections/graph/test': () => failure(503, 'Stopping.') })
  const graph = await card('Instagram Graph API')
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  expect(await graph.findByText('The test could not be run: Stopping.')).toBeTruthy()
})

test('accounts that could not be read: cause and next try, page by page', async () => {
  const calls = open({
    'GET /api/refreshes/failing': ({ url }) =>
      url.includes('cursor=more')
        ? rows([aFailing({ accountId: 5, username: 'casaluma' })])
        : rows([aFailing()], { total: 2, next: 'more' }),
  })
  const list = within(await screen.findByRole('list', { name: 'Accounts that could not be read' }))
  expect(list.getByRole('link', { name: '@marasea' }).getAttribute('href')).toBe('/account/4')
  expect(list.getByText('@marasea is a private profile.')).toBeTruthy()
  expect(list.getByText('40 minutes ago')).toBeTruthy()
  expect(list.getByText('in 20 minutes')).toBeTruthy()
  expect(screen.getByText('1 of 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await list.findByRole('link', { name: '@casaluma' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(calls.filter(({ name }) => name === 'GET /api/refreshes/failing')).toHaveLength(2)
})

test('none that could not be read is good news', async () => {
  open()
  expect(await screen.findByText('Every account could be read the last time it was asked for.')).toBeTruthy()
})

test('failures are told, each with its way on', async () => {
  let isBroken = true
  open({
    'GET /api/connections': () => (isBroken ? failure(500, 'It broke.') : json([aConnection()])),
    'GET /api/refreshes/failing': () => (isBroken ? failure(500, 'So did this.') : rows([])),
  })
  expect(await screen.findByText('The connections could not be loaded')).toBeTruthy()
  expect(await screen.findByText('So did this.')).toBeTruthy()
  isBroken = false
  for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await userEvent.click(button)
  expect(await screen.findByRole('article', { name: 'Instagram Graph API' })).toBeTruthy()
  expect(await screen.findByText(/^Every account could be read/)).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('not for %s: the toast says so, and no link leads here', async (role) => {
  open({}, aUser({ role }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeTruthy()
  expect(screen.getByText("You don't have permission to access this feature")).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(screen.queryByRole('link', { name: 'Connections' })).toBeNull()
})
