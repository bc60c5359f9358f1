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
type Capacity = RouteReply<'GET /api/connections/capacity'>
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

const aSource = (part: Partial<Capacity['sources'][number]> = {}): Capacity['sources'][number] => ({
  name: 'graph',
  perDay: 4_800,
  perDayAtBest: 4_800,
  connections: 0,
  accounts: 17,
  lastReadAt: minutesAgo(12),
  testAccount: 'quaybakes',
  ...part,
})
const aCapacity = (part: Partial<Capacity> = {}): Capacity => ({
  accounts: 24,
  readLately: 23,
  perDay: 4_800,
  duePerDay: 24,
  waiting: 0,
  sources: [
    aSource(),
    aSource({ name: 'apify', perDay: 0, perDayAtBest: null, accounts: 0, lastReadAt: null }),
    aSource({ name: 'import', perDay: null, perDayAtBest: null, accounts: 2, testAccount: null }),
  ],
  ...part,
})

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
      'GET /api/connections/capacity': () => json(aCapacity()),
      'GET /api/source-connections': () => json([]),
      'GET /api/refreshes/failing': () => rows([]),
      ...handlers,
    },
    user,
  )
}

const card = async (name: string) => within(await screen.findByRole('article', { name }))

const openSteps = (service: ReturnType<typeof within>) =>
  userEvent.click(service.getByRole('button', { name: /^(Details|Set up): / }))

test('capacity comes first: what can be read in a day, and what there is', async () => {
  open()
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
  open({ 'GET /api/connections/capacity': () => json(capacity) })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a service says how it does, what connects it, and how much of it is used', async () => {
  open({ 'GET /api/connections': () => json([aConnection({ pausedUntil: minutesAgo(-12) })]) })
  const graph = await card('Instagram Graph API')
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
  const files = await card('Files')
  expect(files.getByText('Always on')).toBeTruthy()
  expect(files.getAllByRole('button').map((button) => button.textContent)).toEqual(['Import data'])
  expect(screen.getByRole('tab', { name: 'Connections' }).getAttribute('aria-selected')).toBe('true')
})

test('without a source the steps of the most useful one are open, and each setting can be copied', async () => {
  const user = userEvent.setup()
  open({
    'GET /api/connections': () =>
      json([
        aConnection({
          state: 'not_connected',
          settings: [{ name: 'GRAPH_ACCESS_TOKEN', isSet: false }],
        }),
      ]),
    'GET /api/connections/capacity': () => json(aCapacity({ sources: [aSource({ perDay: 0, perDayAtBest: null })] })),
  })
  const graph = await card('Instagram Graph API')
  expect(graph.getByRole('heading', { name: /Get a token/ })).toBeTruthy()
  expect(graph.getByRole('link', { name: 'Open Meta for Developers' }).getAttribute('target')).toBe('_blank')
  expect(graph.getByText('Available once tangelo has been restarted with these settings.')).toBeTruthy()
  await user.click(graph.getByRole('button', { name: 'Copy GRAPH_ACCESS_TOKEN=' }))
  expect(await navigator.clipboard.readText()).toBe('GRAPH_ACCESS_TOKEN=')
  await user.click(graph.getByRole('button', { name: 'Close: Instagram Graph API' }))
  expect(graph.queryByRole('link', { name: 'Open Meta for Developers' })).toBeNull()
})

const tested = (part: Partial<Connection> = {}, account: object | null = null) =>
  json({ ...aConnection(part), account })

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
  expect(graph.getByText('Reads @quaybakes once, at no cost.')).toBeTruthy()
  answer(tested({ state: 'failing', explanation: 'The token has ended.', nextStep: 'Make a new one.' }))
  expect(await graph.findByText('It did not respond correctly.')).toBeTruthy()
  expect(graph.getByText('Failing')).toBeTruthy()
  expect(graph.getByText('The token has ended.')).toBeTruthy()
  expect(graph.getByText('Make a new one.')).toBeTruthy()
  await userEvent.click(graph.getByRole('button', { name: 'Test Instagram Graph API' }))
  answer(tested({}, { username: 'quaybakes', followers: 31_020, message: null }))
  expect(await graph.findByText('It responded.')).toBeTruthy()
  expect(graph.getByText('@quaybakes has 31,020 followers.')).toBeTruthy()
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
  expect(await screen.findByText('The last refresh of every account succeeded.')).toBeTruthy()
})

test('failures are told, each with its way on', async () => {
  let isBroken = true
  open({
    'GET /api/connections': () => (isBroken ? failure(500, 'It broke.') : json([aConnection()])),
    'GET /api/connections/capacity': () => (isBroken ? failure(500, 'Not counted.') : json(aCapacity())),
    'GET /api/refreshes/failing': () => (isBroken ? failure(500, 'So did this.') : rows([])),
  })
  expect(await screen.findByText('The connections could not be loaded')).toBeTruthy()
  expect(await screen.findByText('So did this.')).toBeTruthy()
  isBroken = false
  for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await userEvent.click(button)
  expect(await screen.findByRole('article', { name: 'Instagram Graph API' })).toBeTruthy()
  expect(await screen.findByText(/^The last refresh of every account/)).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('not for %s: the toast says so, and no link leads here', async (role) => {
  open({}, aUser({ role }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeTruthy()
  expect(screen.getByText("You don't have permission to access admin features")).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(screen.queryByRole('link', { name: 'Admin Panel' })).toBeNull()
})

type Table = RouteReply<'GET /api/connections/airtable/tables'>[number]
type Fields = RouteReply<'GET /api/connections/airtable/tables/:companyId'>

const aTable = (part: Partial<Table> = {}): Table => ({
  companyId: 3,
  companyName: 'Citrus Studio',
  table: 'Content',
  state: 'in_step',
  message: null,
  pulledAt: minutesAgo(4),
  records: 1_284,
  ...part,
})
const someFields = (part: Partial<Fields['fields'][number]> = {}): Fields => ({
  companyId: 3,
  companyName: 'Citrus Studio',
  table: 'Content',
  fields: [
    { field: 'status', columnId: 'fldStatus', columnName: 'Status', origin: 'guessed', problem: null },
    {
      field: 'caption',
      columnId: null,
      columnName: null,
      origin: 'none',
      problem: 'No column is called like it.',
      ...part,
    },
    { field: 'likes', columnId: null, columnName: null, origin: 'chosen', problem: null },
  ],
  columns: [
    { id: 'fldStatus', name: 'Status', type: 'singleSelect', fits: ['status'] },
    { id: 'fldText', name: 'Copy', type: 'multilineText', fits: ['caption'] },
    { id: 'fldOther', name: 'Notes', type: 'multilineText', fits: ['caption'] },
  ],
})
const airtable = () => json([aConnection({ name: 'airtable', title: 'Airtable', settings: [] })])

test('tables kept in step: which, how many records, how old the copy is, what is wrong', async () => {
  open({
    'GET /api/connections': airtable,
    'GET /api/connections/airtable/tables': () =>
      json([
        aTable(),
        aTable({
          companyId: 4,
          companyName: 'Grove',
          state: 'failing',
          message: 'The table is gone.',
          pulledAt: null,
          records: 1,
        }),
      ]),
  })
  const list = within(await screen.findByRole('list', { name: 'Synced tables' }))
  expect(list.getByText('1,284 records, copied 4 minutes ago')).toBeTruthy()
  expect(list.getByText('1 record, not copied yet')).toBeTruthy()
  expect(list.getByText('The table is gone.')).toBeTruthy()
})

test('columns: found by name or chosen, and another one can be chosen', async () => {
  const calls = open({
    'GET /api/connections': airtable,
    'GET /api/connections/airtable/tables': () => json([aTable()]),
    'GET /api/connections/airtable/tables/3': () => json(someFields()),
    'PUT /api/connections/airtable/tables/3': () =>
      json(someFields({ columnId: 'fldText', columnName: 'Copy', origin: 'chosen', problem: null })),
  })
  await screen.findByText('Citrus Studio', { selector: 'b' })
  const details = document.querySelector('article details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  expect((await screen.findByRole('combobox', { name: 'Status' })).textContent).toBe('By name: Status')
  expect(screen.getByRole('combobox', { name: 'Likes' }).textContent).toBe('No column')
  expect(screen.getByText('No column is called like it.')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Caption' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'By name: none found',
    'No column',
    'Copy',
    'Notes',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Copy' }))
  expect(await screen.findByText('Columns changed')).toBeTruthy()
  const sent = calls.find(({ name }) => name.startsWith('PUT'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ columns: { caption: 'fldText', likes: null } })
  expect(screen.getByRole('combobox', { name: 'Caption' }).textContent).toBe('Copy')
})

test('columns that cannot be read, or changed, say why', async () => {
  let isBroken = true
  open({
    'GET /api/connections': airtable,
    'GET /api/connections/airtable/tables': () => json([aTable()]),
    'GET /api/connections/airtable/tables/3': () =>
      isBroken ? failure(502, 'The service did not answer.') : json(someFields()),
    'PUT /api/connections/airtable/tables/3': () => failure(502, 'The service refused.'),
  })
  await screen.findByText('Citrus Studio', { selector: 'b' })
  const details = document.querySelector('article details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  expect(await screen.findByText(/The columns could not be read. The service did not answer./)).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Status' }))
  await userEvent.click(screen.getByRole('option', { name: 'No column' }))
  expect(await screen.findByText('The columns could not be changed')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('By name: Status')
})

type Added = RouteReply<'GET /api/source-connections'>[number]

const anAdded = (part: Partial<Added> = {}): Added => ({
  id: 3,
  source: 'graph',
  name: 'Second token',
  ownId: '17841400000000003',
  state: 'connected',
  message: null,
  callsPerHour: 200,
  perDay: 4_800,
  usedPercent: 63,
  pausedUntil: null,
  lastSucceededAt: minutesAgo(4),
  lastFailedAt: null,
  tokenEndsOn: '2030-12-24',
  createdAt: minutesAgo(4_000),
  ...part,
})

test('further connections stand under their source, each with what it reads, how it does, and why it fails', async () => {
  const failing = { id: 4, name: 'Third', state: 'failing' as const, perDay: 0, message: 'Third: no permission.' }
  open({
    'GET /api/source-connections': () => json([anAdded(), anAdded(failing), anAdded({ id: 5, source: 'apify' })]),
  })
  const graph = await card('Instagram Graph API')
  const list = within(await graph.findByRole('list', { name: 'Further connections of the Graph API' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('last call 4 minutes ago, 63% of its limit used')).toBeTruthy()
  expect(list.getByText('Third: no permission.')).toBeTruthy()
  expect(list.getAllByText('token ends on Dec 24, 2030')).toHaveLength(2)
})

test('a connection is entered, tested and added; a refusal says why and keeps what was entered', async () => {
  const user = userEvent.setup()
  const refused = 'Instagram Graph API (Second token): Instagram rejected the access token.'
  let answers = [() => failure(409, refused, { error: 'connection_refused' }), () => json(anAdded(), 201)]
  const asked = open({
    'POST /api/source-connections': () => {
      const [next = () => json(anAdded(), 201), ...rest] = answers
      answers = rest
      return next()
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add connection: Instagram Graph API' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Graph API connection' }))
  await user.click(await dialog.findByRole('button', { name: 'Test and save' }))
  expect(dialog.getByText('A name is required')).toBeTruthy()
  await user.type(dialog.getByLabelText('Name'), 'Second token')
  await user.type(dialog.getByLabelText('User id'), '17841400000000003')
  await user.type(dialog.getByLabelText('Access token'), 'EAAsecret')
  await user.type(dialog.getByRole('textbox', { name: 'Token ends on' }), 'Dec 24, 2030')
  await user.click(dialog.getByRole('button', { name: 'Test and save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(refused)
  await user.click(dialog.getByRole('button', { name: 'Test and save' }))
  expect(await screen.findByText('Connection added')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const sent = asked.findLast(({ name }) => name.startsWith('POST'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    source: 'graph',
    ownId: '17841400000000003',
    tokenEndsOn: '2030-12-24',
    name: 'Second token',
    token: 'EAAsecret',
  })
})

test('a connection is paused at once, and removed after a question', async () => {
  const user = userEvent.setup()
  const asked = open({
    'GET /api/source-connections': () => json([anAdded()]),
    'PUT /api/source-connections/3': () => json(anAdded({ state: 'paused', perDay: 0 })),
    'DELETE /api/source-connections/3': () => json({ success: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Pause: Second token' }))
  expect(await screen.findByText('Connection paused')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove: Second token' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Second token?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Connection removed')).toBeTruthy()
  expect(asked.map(({ name }) => name).filter((name) => !name.startsWith('GET'))).toEqual([
    'PUT /api/source-connections/3',
    'DELETE /api/source-connections/3',
  ])
})
