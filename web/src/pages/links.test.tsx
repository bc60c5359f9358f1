/** Links for clients as a user meets them: made where the object is, shown once, listed, revoked. */
import type { CreatedLink, ShareLink } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAccount, page } from '../testing/accounts.ts'
import { type Asked, failure, json, pageOf } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { REPORT } from '../testing/reports.ts'
import { eventLine } from '../testing/work.ts'

const LINK: ShareLink = {
  id: 5,
  companyId: 1,
  kind: 'account',
  targetId: 1,
  targetName: 'harbour',
  name: 'Anna',
  mode: 'live',
  days: 30,
  accountIds: [],
  state: 'open',
  hasPassword: false,
  expiresAt: '2099-12-23T08:00:00.000Z',
  openedCount: 0,
  lastOpenedAt: null,
  by: 'maren',
  createdAt: '2026-11-23T08:00:00.000Z',
  revokedAt: null,
}
const CREATED: CreatedLink = { ...LINK, url: 'https://tangelo.example/s/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }

function open(path: string, handlers: Handlers = {}, role: 'pro' | 'basic' = 'pro'): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([anAccount({ id: 1, username: 'harbour', companyId: 1 })]),
      'GET /api/groups': () => json([]),
      'GET /api/reports': () => pageOf([REPORT]),
      'GET /api/report-schedules': () => json([]),
      'GET /api/links': () => pageOf([]),
      ...handlers,
    },
    aUser({ role }),
  )
}

/** Neither Escape nor a press beside the dialog takes away what it shows. */
async function expectFirm(shown: HTMLElement) {
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.parentElement as HTMLElement)
  expect(shown.isConnected).toBe(true)
}

const findCalls = (asked: Asked[], name: string) => asked.filter((one) => one.name === name)

test('a report is shared: the address is shown once and gone with the dialog, the list has the link', async () => {
  const made: ShareLink[] = []
  const asked = open('/reports', {
    'GET /api/links': () => pageOf(made),
    'POST /api/links': () => {
      made.push(LINK)
      return json(CREATED, 201)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Share Harbour Kitchen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share Harbour Kitchen' })
  expect(await within(dialog).findByText('There is no link to it yet.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create link' }))
  expect(await within(dialog).findByText('Give the link a name')).toBeTruthy()
  expect(findCalls(asked, 'POST /api/links')).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' Anna ')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Ends' }))
  await userEvent.click(await screen.findByRole('option', { name: 'In 90 days' }))
  await userEvent.type(within(dialog).getByLabelText('Password'), 'seven green pears')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create link' }))
  await expectFirm(await screen.findByText(CREATED.url))
  const [sent] = findCalls(asked, 'POST /api/links')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    kind: 'report',
    targetId: 3,
    name: 'Anna',
    expiresInDays: 90,
    password: 'seven green pears',
    accountIds: [],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.textContent).not.toContain('/s/')
})

test('what the server refuses is said, and the dialog keeps what was typed', async () => {
  open('/reports', {
    'POST /api/links': () => failure(409, 'A company has at most 500 open links: revoke some first'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Share Harbour Kitchen' }))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await userEvent.type(name, 'Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('A company has at most 500 open links: revoke some first')).toBeTruthy()
  expect(name.value).toBe('Anna')
})

test('a press after a lost answer asks for the same link again, and makes no second one', async () => {
  let isLost = true
  const asked = open('/reports', {
    'POST /api/links': () => (isLost ? failure(502, 'Bad gateway') : json(CREATED, 201)),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Share Harbour Kitchen' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
  await waitFor(() => expect(findCalls(asked, 'POST /api/links')).toHaveLength(1))
  isLost = false
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  expect(await screen.findByText(CREATED.url)).toBeTruthy()
  const keys = findCalls(asked, 'POST /api/links').map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
})

test('the list says what each link opens, who looked and when it ends, and revokes one after a question', async () => {
  let links = [
    { ...LINK, openedCount: 3, lastOpenedAt: new Date().toISOString(), hasPassword: true },
    { ...LINK, id: 4, name: 'Old', kind: 'calendar', days: null, targetName: 'Citrus Studio', state: 'expired' },
    { ...LINK, id: 3, name: 'Lost', state: 'gone' },
  ]
  const asked = open('/reports?tab=links', {
    'GET /api/links': () => pageOf(links),
    'DELETE /api/links/5': () => {
      links = links.map((one) =>
        one.id === 5 ? { ...one, state: 'revoked' as const, revokedAt: new Date().toISOString() } : one,
      )
      return json({ success: true })
    },
  })
  await screen.findByText('Anna')
  const [anna, old, lost] = within(screen.getByRole('region', { name: 'Links' })).getAllByRole('listitem')
  expect(anna?.textContent).toContain('Account @harbour, last 30 days')
  expect(anna?.textContent).toContain('Opened 3 times, last seconds ago')
  expect(anna?.textContent).toContain('Open until Dec 23, 2099')
  expect(within(anna as HTMLElement).getByRole('img', { name: 'Password' })).toBeTruthy()
  expect(old?.textContent).toContain('Calendar Citrus Studio')
  expect(old?.textContent).toContain('Ended Dec 23, 2099')
  expect(lost?.textContent).toContain('What it showed has been deleted')
  expect(screen.queryByRole('button', { name: 'Revoke Old' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Anna' }))
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Anna?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/^Revoked/)).toBeTruthy()
  expect(findCalls(asked, 'DELETE /api/links/5')).toHaveLength(1)
})

test('a list that fails can be tried again, and an empty one says where links are made', async () => {
  let isDown = true
  open('/reports?tab=links', {
    'GET /api/links': () => (isDown ? failure(400, 'The database does not answer') : pageOf([])),
  })
  expect(await screen.findByText('The links could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^No links yet\. Share an account/)).toBeTruthy()
})

test('the dialog of an object lists all of its links, page by page', async () => {
  open('/reports', {
    'GET /api/links': ({ url }) =>
      url.includes('cursor=')
        ? pageOf([{ ...LINK, id: 4, name: 'The oldest' }])
        : json([LINK], 200, { 'X-Total-Count': '2', Link: '</api/links?cursor=next>; rel="next"' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Share Harbour Kitchen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Harbour Kitchen' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Show more' }))
  expect(await dialog.findByText('The oldest')).toBeTruthy()
  expect(dialog.getByText('Anna')).toBeTruthy()
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull())
})

test('basic users have neither the tab nor the button', async () => {
  open('/reports', {}, 'basic')
  expect(await screen.findByText('Harbour Kitchen')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Links' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Share Harbour Kitchen' })).toBeNull()
})

test('a link that a colleague makes appears on an open list', async () => {
  const line = eventLine()
  let links: ShareLink[] = []
  open('/reports?tab=links', { 'GET /api/events': line.answer, 'GET /api/links': () => pageOf(links) })
  expect(await screen.findByText(/^No links yet/)).toBeTruthy()
  await waitFor(() => expect(line.isHeard()).toBe(true))
  links = [LINK]
  line.say('links-changed')
  expect(await screen.findByText('Anna')).toBeTruthy()
})

test('a next page that cannot be fetched is said to be', async () => {
  open('/reports?tab=links', {
    'GET /api/links': ({ url }) =>
      url.includes('cursor')
        ? failure(503, 'The store is being moved')
        : json([LINK], 200, { Link: '</api/links?cursor=1>; rel="next"' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('More could not be loaded')).toBeTruthy()
  expect(screen.getByText('The store is being moved')).toBeTruthy()
})
