/** Further connections of a source: entered, tested, paused and removed. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openConnections, serviceCard } from '../testing/connections.ts'
import { failure, json } from '../testing/network.ts'
import { minutesAgo } from '../testing/time.ts'

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
  openConnections({
    'GET /api/source-connections': () => json([anAdded(), anAdded(failing), anAdded({ id: 5, source: 'apify' })]),
  })
  const graph = await serviceCard('Instagram Graph API')
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
  const asked = openConnections({
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
  const asked = openConnections({
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
