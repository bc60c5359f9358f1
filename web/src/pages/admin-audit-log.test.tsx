/** The audit log in the tab System: who did what, and found. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { anEntry, choose, entries, list, listQueries, openAuditLog } from '../testing/audit-log.ts'
import { failure } from '../testing/network.ts'

afterEach(() => vi.restoreAllMocks())

test('an entry says who, from where, what from what to what, and whose affair it is', async () => {
  openAuditLog({
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
  const calls = openAuditLog({})
  await list()
  expect([...(listQueries(calls)[0] ?? [])]).toEqual([['limit', '50']])
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
  await waitFor(() => {
    const query = Object.fromEntries(listQueries(calls).at(-1) ?? [])
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
  await waitFor(() => expect(listQueries(calls).at(-1)?.has('userId')).toBe(false))
})

test('more follows page by page', async () => {
  openAuditLog({
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
  openAuditLog({ 'GET /api/audit-log': () => answer() })
  expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  answer = () => entries([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^Nothing has been recorded yet/)).toBeTruthy()
  await choose('When', 'Today')
  expect(await screen.findByText('No entry matches. Remove a filter, or choose another time.')).toBeTruthy()
})
