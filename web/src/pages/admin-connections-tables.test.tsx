/** The tables of Airtable in the tab Connections: how they are kept in step, and their columns. */
import type { RouteReply } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aConnection, openConnections } from '../testing/connections.ts'
import { failure, json } from '../testing/network.ts'
import { minutesAgo } from '../testing/time.ts'

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
  openConnections({
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
  const calls = openConnections({
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

test('columns that are chosen while they are being read stay chosen', async () => {
  const late = Promise.withResolvers<void>()
  let reads = 0
  const calls = openConnections({
    'GET /api/connections': airtable,
    'GET /api/connections/airtable/tables': () => json([aTable()]),
    'GET /api/connections/airtable/tables/3': async () => {
      reads += 1
      if (reads > 1) await late.promise
      return json(someFields())
    },
    'PUT /api/connections/airtable/tables/3': () =>
      json(someFields({ columnId: 'fldText', columnName: 'Copy', origin: 'chosen', problem: null })),
  })
  await screen.findByText('Citrus Studio', { selector: 'b' })
  const details = document.querySelector('article details') as HTMLDetailsElement
  for (const isOpen of [true, false, true]) {
    details.open = isOpen
    details.dispatchEvent(new Event('toggle'))
    if (isOpen) await screen.findByRole('combobox', { name: 'Status' })
    else await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull())
  }
  expect(reads).toBe(2)
  const choose = async (field: string, column: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: field }))
    await userEvent.click(screen.getByRole('option', { name: column }))
    expect(await screen.findByText('Columns changed')).toBeTruthy()
  }
  await choose('Caption', 'Copy')
  await act(async () => late.resolve())
  await choose('Status', 'No column')
  const sent = calls.filter(({ name }) => name.startsWith('PUT')).map(({ body }) => JSON.parse(body ?? ''))
  expect(sent.at(-1)).toEqual({ columns: { caption: 'fldText', status: null, likes: null } })
})

test('columns that cannot be read, or changed, say why', async () => {
  let isBroken = true
  openConnections({
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
