/** The queue of all publications, and the slots of the accounts beside it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, failure, json } from '../testing/network.ts'
import { aPublication, openPublishing, PUBLICATION_ID, someSlots } from '../testing/publishing.ts'
import { eventLine } from '../testing/work.ts'

test('the queue begins with what needs a person, and is filtered by account', async () => {
  const asked = openPublishing('/planning?tab=publishing&account=4', {
    'GET /api/accounts/4': () => failure(404, 'None'),
    'GET /api/publications': ({ url }) => {
      const group = new URL(url, 'http://here').searchParams.get('group')
      if (group === 'person')
        return json([
          aPublication({ state: 'unclear', waitsFor: 'person', sentence: 'Say which one it is.' }),
          aPublication({
            id: `${PUBLICATION_ID.slice(0, -1)}1`,
            how: 'remind',
            waitsFor: 'person',
            sentence: 'It is time to post it.',
          }),
        ])
      return json(
        group === 'published' ? [aPublication({ id: `${PUBLICATION_ID.slice(0, -1)}0`, state: 'published' })] : [],
      )
    },
  })
  expect(await screen.findByText('Say which one it is.')).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(screen.getByText('@marasea, picture, by hand')).toBeTruthy()
  expect(screen.getByText('Say when it is posted')).toBeTruthy()
  expect(headings.slice(0, 4)).toEqual(['Needs you2', 'Goes out', 'Published1', 'When accounts publish'])
  const lists = asked.filter(({ name }) => name === 'GET /api/publications')
  expect(lists.every(({ url }) => url.includes('accountId=4'))).toBe(true)
})

test('an empty queue says how one begins, and a failed one why', async () => {
  openPublishing('/planning?tab=publishing')
  expect(await screen.findByText('Nothing is queued yet')).toBeTruthy()
})

test('a queue that could not be loaded says why', async () => {
  openPublishing('/planning?tab=publishing', { 'GET /api/publications': () => failure(500, 'It broke.') })
  expect(await screen.findByText('What is queued could not be loaded')).toBeTruthy()
})

test('slots are added and removed by weekday, and the account is paused', async () => {
  const asked = openPublishing('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () => json(someSlots()),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Friday, 19:00' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Time on Tuesday' }), '18:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Add a slot on Tuesday' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await waitFor(() =>
    expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')).toEqual([{ slots: [{ weekday: 2, time: '18:30' }] }]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Pause publishing' }))
  await waitFor(() => expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing').at(-1)).toEqual({ isPaused: true }))
})

test('slots that were changed and not saved are asked about before their dialog closes', async () => {
  openPublishing('/planning?tab=publishing')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = await screen.findByRole('dialog', { name: 'Slots of @marasea' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Friday, 19:00' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  expect(dialog.isConnected).toBe(true)
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

test('a time that was typed and not entered is a slot as well; one that is none is said, and nothing is saved', async () => {
  const asked = openPublishing('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () => json(someSlots()),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  const tuesday = dialog.getByRole('combobox', { name: 'Time on Tuesday' })
  await userEvent.type(tuesday, '25 past')
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')).toEqual([])
  await userEvent.clear(tuesday)
  await userEvent.type(tuesday, '18:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await waitFor(() => expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')).toHaveLength(1))
  expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')[0].slots).toContainEqual({ weekday: 2, time: '18:30' })
})

test('a slot that a colleague has added meanwhile is not lost when the slots are saved', async () => {
  const events = eventLine()
  let slots = [{ weekday: 5, time: '19:00' }]
  const asked = openPublishing('/planning?tab=publishing', {
    'GET /api/events': events.answer,
    'GET /api/accounts/4/publishing': () => json(someSlots({ slots })),
    'PUT /api/accounts/4/publishing': () => json(someSlots({ slots })),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  slots = [...slots, { weekday: 1, time: '08:15' }]
  events.say('publications-changed')
  expect(await screen.findByText('08:15')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Friday, 19:00' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Time on Tuesday' }), '18:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await waitFor(() =>
    expect(bodiesOf(asked, 'PUT /api/accounts/4/publishing')).toEqual([
      {
        slots: [
          { weekday: 1, time: '08:15' },
          { weekday: 2, time: '18:30' },
        ],
      },
    ]),
  )
})

test('a tolerance that could not be saved says so, also when another tab was opened before the answer', async () => {
  let answer = (_: Response): void => undefined
  openPublishing('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('combobox', { name: 'When its time was missed' }))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.click(screen.getByRole('tab', { name: /^Approvals/ }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'When its time was missed' })).toBeNull())
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText('It broke.')).toBeTruthy()
})

test('slots that are being saved stay open until it is known how that went', async () => {
  let answer = (_: Response): void => undefined
  openPublishing('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await userEvent.keyboard('{Escape}')
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText(/It broke\./)).toBeTruthy()
})
