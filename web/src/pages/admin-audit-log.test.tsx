/** The audit log in the tab System: who did what, found, taken away as a file, checked. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'

type Entry = RouteReply<'GET /api/audit-log'>[number]

const anEntry = (part: Partial<Entry> = {}): Entry => ({
  number: 7,
  at: '2026-11-20T09:02:00.000Z',
  act: 'user.changed',
  userId: 1,
  userName: 'admin',
  via: 'session',
  address: '203.0.113.9',
  objectKind: 'user',
  objectId: '5',
  objectName: 'mara',
  companyId: 2,
  companyName: 'Grove',
  details: { role: { from: 'basic', to: 'pro' }, newPassword: true },
  hash: 'ab'.repeat(32),
  ...part,
})

const entries = (rows: Entry[], { total = rows.length, next = '' } = {}) =>
  json(rows, 200, {
    'X-Total-Count': String(total),
    ...(next ? { Link: `</api/audit-log?cursor=${next}>; rel="next"` } : {}),
  })

const open = (handlers: Handlers) =>
  openApp('/admin?tab=system&part=audit', {
    'GET /api/accounts': () => page([]),
    'GET /api/audit-log': () => entries([anEntry()]),
    ...handlers,
  })

const list = async () => within(await screen.findByRole('list', { name: 'Audit log entries' }))
const asked = (calls: { name: string; url: string }[], name = 'GET /api/audit-log') =>
  calls.filter((call) => call.name === name).map(({ url }) => new URL(url, 'http://here').searchParams)

const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(screen.getByRole('option', { name: option }))
}

afterEach(() => vi.restoreAllMocks())

test('an entry says who, from where, what from what to what, and whose affair it is', async () => {
  open({
    'GET /api/audit-log': () =>
      entries([
        anEntry(),
        anEntry({
          number: 6,
          act: 'render.failed',
          userId: null,
          userName: '',
          via: 'server',
          address: null,
          objectKind: 'render',
          objectId: 'r-1',
          objectName: null,
          companyId: 9,
          companyName: null,
          details: { credits: 1, followers: 96_000_000, withCode: false },
        }),
        anEntry({
          number: 5,
          act: 'session.refused',
          userId: null,
          userName: '',
          via: 'stranger',
          objectKind: 'session',
          objectId: 'x',
          objectName: null,
          companyId: null,
          companyName: null,
          details: {},
        }),
      ]),
  })
  const rows = (await list()).getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toMatch(/2026.*admin203\.0\.113\.9Changed user mararole: basic → pro, new passwordGrove$/)
  expect(rows[1]).toMatch(/tangeloautomaticFailed to render r-1credits: 1, followers: 96,000,000Company 9$/)
  expect(rows[2]).toMatch(/Unknownnot signed in, 203\.0\.113\.9Failed to sign inInstallation$/)
  expect(screen.getByText('3 of 3')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Audit log' })).toBeTruthy()
})

test('a filter asks for less: a word, a group and its acts, days, a person and a company', async () => {
  const calls = open({})
  await list()
  expect([...(asked(calls)[0] ?? [])]).toEqual([['limit', '50']])
  expect(screen.queryByRole('combobox', { name: 'What was done' })).toBeNull()
  await choose('About', 'People and companies')
  await choose('What was done', 'Changed user')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the audit log' }), 'mara')
  await userEvent.click((await list()).getByRole('button', { name: 'admin' }))
  await userEvent.click((await list()).getByRole('button', { name: 'Grove' }))
  await choose('When', 'Custom')
  const from = screen.getByLabelText('From')
  await userEvent.type(from, '2026-11-03')
  await userEvent.type(screen.getByLabelText('To'), '2026-11-05')
  await vi.waitFor(() => {
    const query = Object.fromEntries(asked(calls).at(-1) ?? [])
    expect(query).toEqual({
      group: 'people',
      act: 'user.changed',
      q: 'mara',
      userId: '1',
      companyId: '2',
      from: new Date('2026-11-03T00:00').toISOString(),
      to: new Date('2026-11-06T00:00').toISOString(),
      limit: '50',
    })
  })
  await userEvent.click(screen.getByRole('button', { name: 'Only by admin: show all again' }))
  await vi.waitFor(() => expect(asked(calls).at(-1)?.has('userId')).toBe(false))
})

test('more follows page by page', async () => {
  open({
    'GET /api/audit-log': ({ url }) =>
      url.includes('cursor=more')
        ? entries([anEntry({ number: 1, objectName: 'the oldest' })])
        : entries([anEntry()], { total: 2, next: 'more' }),
  })
  await list()
  expect(screen.getByText('1 of 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await (await list()).findByText('the oldest')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('none yet, none found, and a failure with its way on', async () => {
  let answer = () => failure(500, 'It broke.')
  open({ 'GET /api/audit-log': () => answer() })
  expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  answer = () => entries([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^Nothing has been recorded yet/)).toBeTruthy()
  await choose('When', 'Today')
  expect(await screen.findByText('No entry matches. Remove a filter, or choose another time.')).toBeTruthy()
})

test('the file is of what is filtered, and named by the day', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  const calls = open({ 'GET /api/audit-log/csv': () => new Response('"number"\r\n') })
  await list()
  await choose('About', 'Installation')
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => expect(saved).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv blob:file$/)]))
  expect(asked(calls, 'GET /api/audit-log/csv').map((query) => Object.fromEntries(query))).toEqual([
    { group: 'installation' },
  ])
})

test('a check says that all is as it was written, with the seal to keep, or what is not', async () => {
  let check: RouteReply<'POST /api/audit-log/check'> = {
    entries: 1_234,
    lastHash: 'cd'.repeat(32),
    problems: [],
    problemCount: 0,
  }
  let isBroken = true
  open({ 'POST /api/audit-log/check': () => (isBroken ? failure(503, 'Stopping.') : json(check)) })
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('The audit log could not be checked')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('All 1,234 entries are as they were written.')).toBeTruthy()
  expect(screen.getByText(`1234:${'cd'.repeat(32)}`)).toBeTruthy()
  check = {
    ...check,
    problems: [
      { number: 3, kind: 'changed' },
      { number: 8, kind: 'missing' },
    ],
    problemCount: 2,
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('2 entries are not as they were written:')).toBeTruthy()
  expect(screen.getByText('Entry 3 is not as it was written')).toBeTruthy()
  expect(screen.getByText('Entry 8 is missing')).toBeTruthy()
})
