/** The admin panel, as an administrator meets it: tabs, lists, dialogs, and every refusal in words. */
import type { Company, User } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const MADE = '2026-11-20T09:00:00.000Z'

const aCompany = (part: Partial<Company> = {}): Company => ({
  id: 3,
  name: 'Grove Agency',
  website: 'grove.example',
  airtableTable: null,
  timeZone: 'Europe/Lisbon',
  createdAt: MADE,
  users: 0,
  isDemo: false,
  requiresApproval: false,
  accounts: 0,
  ...part,
})

const somebody = (part: Partial<User> = {}): User => ({
  id: 9,
  username: 'otto',
  role: 'pro',
  companyId: 3,
  companyName: 'Grove Agency',
  profileId: null,
  defaultPromptId: null,
  webhookUrl: null,
  mailAddress: null,
  mailState: 'none',
  invitedAt: null,
  createdAt: MADE,
  ...part,
})

const rows = (list: object[], total = list.length, next = '') =>
  json(list, 200, {
    'X-Total-Count': String(total),
    ...(next ? { Link: `</api/x?cursor=${next}>; rel="next"` } : {}),
  })

function open(address: string, handlers: Handlers = {}): Asked[] {
  return openApp(address, {
    'GET /api/accounts': () => page([]),
    'GET /api/companies': () => rows([aCompany()]),
    'GET /api/users': () => rows([somebody(), somebody({ id: 7, username: 'maren', role: 'admin' })]),
    ...handlers,
  })
}

const bodyOf = (calls: Asked[], name: string): unknown =>
  JSON.parse(calls.findLast((call) => call.name === name)?.body ?? 'null')
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
/** Puts a text into a field at once: what single keys do is tested where keys matter. */
const fill = async (field: HTMLElement, text: string): Promise<void> => {
  await userEvent.click(field)
  await userEvent.paste(text)
}
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button))

test('gives a company credits, with a reason, once', async () => {
  const calls = open('/admin', {
    'GET /api/companies/3/credits': () => json({ total: 5, used: 5, remaining: 0, renewalDate: null }),
    'POST /api/companies/3/credits': () => json({ total: 25, used: 5, remaining: 20, renewalDate: null }),
  })
  await press('Give credits to Grove Agency')
  const form = await dialog('Give credits')
  expect(await form.findByText('0 of 5 credits remaining')).toBeTruthy()
  await fill(form.getByRole('textbox', { name: 'Credits' }), '20000')
  await press('Give credits')
  expect(form.getByText('Between 1 and 10,000, in whole numbers')).toBeTruthy()
  expect(form.getByText('Reason is required')).toBeTruthy()
  await userEvent.clear(form.getByRole('textbox', { name: 'Credits' }))
  await fill(form.getByRole('textbox', { name: 'Credits' }), '20')
  await fill(form.getByRole('textbox', { name: 'Reason' }), ' A render that failed twice ')
  await press('Give credits')
  expect(await screen.findByText('Grove Agency has 20 credits now.')).toBeTruthy()
  const given = calls.filter(({ name }) => name === 'POST /api/companies/3/credits')
  expect(given.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { credits: 20, reason: 'A render that failed twice' },
  ])
  expect(given[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('a demo workspace that cannot be opened says why', async () => {
  open('/admin', {
    'GET /api/demo': () =>
      json({
        state: 'none',
        accounts: { done: 0, total: 200 },
        reels: { done: 0, total: 5 },
        progress: 0,
        secondsLeft: null,
        message: null,
        companyIds: [],
        isAlone: false,
        openedAt: null,
      }),
    'POST /api/demo': () => failure(507, 'The disk is full.'),
  })
  await press('Open the demo workspace')
  expect(await screen.findByText('The demo workspace could not be opened')).toBeTruthy()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
})

test('two filters of a list that are changed at once are both changed', async () => {
  open('/admin?tab=users&company=3')
  const all = await screen.findByTitle('Show all companies')
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort' }))
  fireEvent.click(screen.getByRole('option', { name: 'Recently Added' }))
  fireEvent.click(all)
  await waitFor(() => expect(window.location.search).toBe('?tab=users&order=recent'))
})

test('a search that was typed before another tab was opened does not lead back', async () => {
  open('/admin?tab=users')
  await userEvent.type(await screen.findByRole('searchbox'), 'ot')
  // The search is reported before the page is painted.
  const { requestAnimationFrame } = globalThis
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  fireEvent.click(screen.getByRole('tab', { name: 'Instagram Accounts' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  vi.stubGlobal('requestAnimationFrame', requestAnimationFrame)
  for (const frame of frames) frame(0)
  expect(await screen.findByRole('searchbox', { name: 'Search accounts' })).toBeTruthy()
  expect(window.location.search).toBe('?tab=accounts')
})

test('another time zone of a company holds for its calendar at once', async () => {
  const days = { today: '2026-11-20', isComplete: true, items: [] }
  let timeZone = 'Europe/Lisbon'
  open('/planning?tab=calendar', {
    'GET /api/content/assignees': () => json([]),
    'GET /api/content/calendar': () => json({ timeZone, ...days }),
    'PUT /api/companies/3': ({ body }) => {
      timeZone = JSON.parse(body ?? '').timeZone
      return json(aCompany({ timeZone }))
    },
  })
  expect(await screen.findByText('Lisbon time')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Admin Panel' }))
  await press('Edit Grove Agency')
  const form = await dialog('Edit company')
  await userEvent.click(form.getByRole('combobox', { name: 'Time zone' }))
  await userEvent.click(screen.getByRole('option', { name: 'Asia/Tokyo' }))
  await press('Save changes')
  expect(await screen.findByText('Company updated')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Planning' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Calendar' }))
  expect(await screen.findByText('Tokyo time')).toBeTruthy()
})

test('has its tabs in order, each with an address, and leads back to the dashboard', async () => {
  open('/admin')
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeTruthy()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Companies', '/admin'],
    ['Users', '/admin?tab=users'],
    ['Instagram Accounts', '/admin?tab=accounts'],
    ['API Documentation', '/admin?tab=api'],
    ['Connections', '/admin?tab=connections'],
    ['System', '/admin?tab=system'],
  ])
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Admin Panel' }).getAttribute('aria-current')).toBe('page')
  tabs[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tabs[1])
  await userEvent.keyboard(' ')
  expect(await screen.findByText('2 of 2 users')).toBeTruthy()
  expect(window.location.search).toBe('?tab=users')
  expect(screen.getByRole('tabpanel', { name: 'Users' })).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('turns %s away', async (role) => {
  openApp('/admin', { 'GET /api/accounts': () => page([]) }, aUser({ role }))
  expect(await screen.findByText("You don't have permission to access admin features")).toBeTruthy()
  expect(screen.getByText('Access Denied')).toBeTruthy()
  expect(window.location.pathname).toBe('/')
})

describe('Companies', () => {
  test('are listed with what belongs to them, searched and sorted by the server', async () => {
    const calls = open('/admin', { 'GET /api/companies': () => rows([aCompany({ users: 2, accounts: 11 })], 10_000) })
    expect((await screen.findByRole('link', { name: '2 users of Grove Agency' })).getAttribute('href')).toBe(
      '/admin?tab=users&company=3',
    )
    expect(screen.getByRole('link', { name: '11 accounts of Grove Agency' }).getAttribute('href')).toBe(
      '/admin?tab=accounts&company=3',
    )
    expect(screen.getByRole('link', { name: 'grove.example' }).getAttribute('href')).toBe('https://grove.example')
    expect(screen.getByText('1 of 10,000 companies')).toBeTruthy()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'gr')
    await waitFor(() => expect(window.location.search).toBe('?q=gr'))
    await userEvent.click(screen.getByRole('combobox', { name: 'Sort' }))
    await userEvent.click(screen.getByRole('option', { name: 'Recently Added' }))
    await waitFor(() => expect(calls.at(-1)?.url).toBe('/api/companies?limit=100&sort=recent&q=gr'))
  })

  test('a website that is no address of the web is text', async () => {
    open('/admin', { 'GET /api/companies': () => rows([aCompany({ website: 'javascript:alert(1)' })]) })
    expect(await screen.findByText('javascript:alert(1)')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull()
  })

  test('are made once they have a name', async () => {
    const calls = open('/admin', { 'POST /api/companies': () => json(aCompany({ name: 'Orchard' }), 201) })
    await press('Create company')
    const form = await dialog('Create company')
    const submit = form.getByRole('button', { name: 'Create company' })
    expect(submit.hasAttribute('disabled')).toBe(true)
    await fill(form.getByLabelText('Name'), ' Orchard ')
    await userEvent.click(submit)
    expect(await screen.findByText('Company created')).toBeTruthy()
    expect(screen.getByText('Orchard has been created.')).toBeTruthy()
    expect(bodyOf(calls, 'POST /api/companies')).toEqual({
      name: 'Orchard',
      website: null,
      airtableTable: null,
      timeZone: 'UTC',
      requiresApproval: false,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['POST', 'Create company', 'Create company', 'Failed to create company'],
    ['PUT', 'Edit Grove Agency', 'Save changes', 'Failed to update company'],
  ] as const)('%s that fails says why, and keeps what was typed', async (method, button, submit, title) => {
    const path = method === 'POST' ? '/api/companies' : '/api/companies/3'
    open('/admin', { [`${method} ${path}`]: () => failure(409, 'A company named Other already exists') })
    await press(button)
    const form = within(await screen.findByRole('dialog'))
    await userEvent.clear(form.getByLabelText('Name'))
    await fill(form.getByLabelText('Name'), 'Other')
    await userEvent.click(form.getByRole('button', { name: submit }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText('A company named Other already exists')).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Other')
  })

  test('one with users or accounts says what is in the way, and leads there', async () => {
    open('/admin', { 'GET /api/companies': () => rows([aCompany({ users: 1, accounts: 2 })]) })
    await press('Delete Grove Agency')
    const told = await dialog('Delete Grove Agency')
    expect(told.getByText('It still has 1 user and 2 accounts. Move or delete them first.')).toBeTruthy()
    await userEvent.click(told.getByRole('link', { name: 'Show its users' }))
    expect(await screen.findByText('2 of 2 users')).toBeTruthy()
    expect(window.location.search).toBe('?tab=users&company=3')
    await press('Only Grove Agency')
    await waitFor(() => expect(window.location.search).toBe('?tab=users'))
  })

  test('one that got users since the list was read says so, also to an administrator who is faster than the list', async () => {
    const reading = Promise.withResolvers<void>()
    let isFirst = true
    open('/admin', {
      'GET /api/companies': async () => {
        if (isFirst) return rows([aCompany()])
        await reading.promise
        return rows([aCompany({ users: 2, accounts: 1 })])
      },
    })
    await screen.findByRole('button', { name: 'Delete Grove Agency' })
    await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
    await screen.findByRole('button', { name: 'Delete otto' })
    isFirst = false
    await userEvent.click(screen.getByRole('tab', { name: 'Companies' }))
    await press('Delete Grove Agency')
    expect(await screen.findByRole('alertdialog', { name: 'Delete Grove Agency' })).toBeTruthy()
    reading.resolve()
    expect(await screen.findByText('It still has 2 users and 1 account. Move or delete them first.')).toBeTruthy()
  })

  test('are deleted after a question; a refusal is told', async () => {
    let isRefused = true
    open('/admin', {
      'DELETE /api/companies/3': () => (isRefused ? failure(409, 'Wait for that to end') : json({ success: true })),
    })
    for (const title of ['Failed to delete company', 'Company deleted']) {
      await press('Delete Grove Agency')
      const question = within(await screen.findByRole('alertdialog', { name: 'Delete Grove Agency' }))
      expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
      await userEvent.click(question.getByRole('button', { name: 'Delete company' }))
      expect(await screen.findByText(title)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      isRefused = false
    }
  })
})

describe('Users', () => {
  test('nobody can delete themselves', async () => {
    open('/admin?tab=users')
    expect(await screen.findByRole('button', { name: 'Delete otto' })).toBeTruthy()
    expect(screen.getByText('You')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit maren' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete maren' })).toBeNull()
  })

  test('are made with a name and a password, basic and without a company unless told otherwise', async () => {
    const calls = open('/admin?tab=users', { 'POST /api/users': () => json(somebody({ username: 'ines' }), 201) })
    await press('Create user')
    const form = await dialog('Create user')
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    expect(form.getByText('Username is required')).toBeTruthy()
    expect(form.getByText('Password is required')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Username')))
    await fill(form.getByLabelText('Username'), 'ines')
    await fill(form.getByLabelText('Password'), 'plum jam, two jars')
    expect(form.getByRole('combobox', { name: 'Role' }).textContent).toBe('Basic')
    expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Company' }).value).toBe('No company')
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    expect(await screen.findByText('ines can sign in now.')).toBeTruthy()
    expect(bodyOf(calls, 'POST /api/users')).toEqual({
      username: 'ines',
      password: 'plum jam, two jars',
      role: 'basic',
      companyId: null,
    })
  })

  test('a company is found by typing, with the keys alone', async () => {
    const calls = open('/admin?tab=users', {
      'POST /api/users': () => json(somebody(), 201),
      'GET /api/companies': ({ url }) =>
        rows(
          url.includes('q=gr') ? [aCompany({ id: 4, name: 'Grain' }), aCompany()] : [aCompany({ id: 5, name: 'A' })],
        ),
    })
    await press('Create user')
    const form = await dialog('Create user')
    await fill(form.getByLabelText('Username'), 'ines')
    await fill(form.getByLabelText('Password'), 'plum jam, two jars')
    const company = form.getByRole<HTMLInputElement>('combobox', { name: 'Company' })
    await userEvent.type(company, 'gr')
    expect(await screen.findByRole('option', { name: 'Grain' })).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(company.value).toBe('Grove Agency')
    await userEvent.keyboard('x{Escape}')
    expect(company.value).toBe('Grove Agency')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(form.getByRole('button', { name: 'Create user' }))
    await screen.findByText('User created')
    expect(bodyOf(calls, 'POST /api/users')).toMatchObject({ companyId: 3 })
  })

  test('a change sends what was touched; a password only if filled', async () => {
    const calls = open('/admin?tab=users', { 'PUT /api/users/9': () => json(somebody()) })
    await press('Edit otto')
    const form = await dialog('Edit user')
    await fill(form.getByLabelText('Profile ID'), 'rec1')
    await fill(form.getByLabelText('Webhook URL'), 'hooks.example')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    expect(form.getByText('A webhook URL begins with https:// or http://')).toBeTruthy()
    await userEvent.clear(form.getByLabelText('Webhook URL'))
    await userEvent.click(form.getByRole('combobox', { name: 'Role' }))
    await userEvent.click(screen.getByRole('option', { name: 'Admin' }))
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('User updated')).toBeTruthy()
    expect(bodyOf(calls, 'PUT /api/users/9')).toEqual({ profileId: 'rec1', role: 'admin' })
  })

  test.each([
    ['Edit otto', 'Save changes', 'PUT', 'Failed to update user'],
    ['Delete otto', 'Delete user', 'DELETE', 'Failed to delete user'],
  ] as const)('%s that fails says why', async (button, confirm, method, title) => {
    open('/admin?tab=users', {
      [`${method} /api/users/9`]: () => failure(409, 'This is the last administrator: make another one first'),
    })
    await press(button)
    if (method === 'PUT') await userEvent.type(screen.getByLabelText('Username'), 'x')
    await press(confirm)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText('This is the last administrator: make another one first')).toBeTruthy()
  })
})

describe('Instagram Accounts', () => {
  const account = anAccount({ id: 4, username: 'marasea', companyId: 3 })

  test('show their company and two decimals, link to their page, and can be refreshed', async () => {
    const calls = open('/admin?tab=accounts', {
      'GET /api/accounts': () => page([{ ...account, metrics: { ...account.metrics, engagementRate: 1.234 } }]),
      'POST /api/accounts/4/refresh': () => failure(429, 'Wait', { hoursRemaining: 5 }),
    })
    const table = within(await screen.findByRole('table', { name: 'Instagram Accounts' }))
    expect(await table.findByText('Grove Agency')).toBeTruthy()
    expect(table.getByText('1.23%')).toBeTruthy()
    expect(table.getByRole('link', { name: '@marasea' }).getAttribute('href')).toBe('/account/4')
    expect(calls.some(({ name }) => name === 'GET /api/accounts/4/refresh')).toBe(false)
    await userEvent.click(table.getByRole('button', { name: 'Refresh @marasea' }))
    expect(await screen.findByText('Refresh limit reached')).toBeTruthy()
    expect(
      screen.getByText('Account data can only be refreshed once per day. Please try again in 5 hours.'),
    ).toBeTruthy()
  })

  test('are made in the company of the user, and can be moved to another one', async () => {
    const calls = open('/admin?tab=accounts', {
      'GET /api/accounts': () => page([account]),
      'GET /api/companies': () => rows([aCompany({ id: 1, name: 'Citrus Studio' }), aCompany()]),
      'POST /api/accounts': () => json(account, 201),
      'PUT /api/accounts/4': () => json(account),
    })
    await press('Create account')
    const adding = await dialog('Add Instagram Account')
    await waitFor(() =>
      expect(adding.getByRole<HTMLInputElement>('combobox', { name: 'Company' }).value).toBe('Citrus Studio'),
    )
    await fill(adding.getByLabelText('Username'), '@marasea')
    await userEvent.click(adding.getByRole('button', { name: 'Add Account' }))
    expect(await screen.findByText('Account added successfully')).toBeTruthy()
    expect(bodyOf(calls, 'POST /api/accounts')).toMatchObject({ username: 'marasea', companyId: 1 })
    await press('Edit @marasea')
    const editing = await dialog('Edit Account')
    await userEvent.click(editing.getByRole('combobox', { name: 'Company' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Citrus Studio' }))
    await userEvent.click(editing.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Account updated')).toBeTruthy()
    expect(bodyOf(calls, 'PUT /api/accounts/4')).toEqual({ companyId: 1 })
  })
})

test.each([
  ['companies', 'Failed to load companies', 'No company matches your search.'],
  ['users', 'Failed to load users', 'No user here matches your search.'],
  ['accounts', 'Failed to load Instagram accounts', 'No account here matches your search.'],
])('the list of %s has a face for failure and one for nothing found', async (tab, failed, noMatch) => {
  let isBroken = true
  const answer = () => (isBroken ? failure(500, 'It broke.') : rows([]))
  open(`/admin?tab=${tab}&q=zzz`, {
    'GET /api/companies': answer,
    'GET /api/users': answer,
    'GET /api/accounts': ({ url }) => (url.includes('q=zzz') ? answer() : page([])),
  })
  expect(await screen.findByText(failed)).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  isBroken = false
  await press('Try Again')
  expect(await screen.findByText(noMatch)).toBeTruthy()
  await press('Show all')
  await waitFor(() => expect(window.location.search).not.toContain('q='))
})
