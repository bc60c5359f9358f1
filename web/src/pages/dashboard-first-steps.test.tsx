/** The first steps of an administrator on the dashboard. */
import type { Demo } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openDashboard, PATIENCE, steps, strip } from '../testing/dashboard-start.ts'
import { noDemo } from '../testing/demo.ts'
import { json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

const card = async () => within(await screen.findByRole('region', { name: 'First steps' }, PATIENCE))

test('the first steps check themselves off and lead to the next one', async () => {
  openDashboard()
  const steps = await card()
  expect(steps.getByText('2 of 5 done')).toBeTruthy()
  expect(steps.getByRole('link', { name: 'Connect: Connect a source' }).getAttribute('href')).toBe(
    '/admin?tab=connections',
  )
  expect(steps.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('the first steps are hidden, and shown again', async () => {
  const asked = openDashboard({
    'PUT /api/first-steps': ({ body }) => json(steps(['password', 'accounts'], JSON.parse(body ?? '').isHidden)),
  })
  await userEvent.click((await card()).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Show again' }))
  expect(await card()).toBeTruthy()
  expect(asked.filter(({ name }) => name === 'PUT /api/first-steps')).toHaveLength(2)
})

test('while the demo fills an empty installation the first steps show once', async () => {
  const filling: Demo = { ...noDemo, state: 'filling', isAlone: true, companyIds: [7], progress: 0.4 }
  openDashboard({ 'GET /api/demo': () => json(filling) })
  await card()
  await screen.findByRole('table', { name: 'Your Instagram Accounts' }, PATIENCE)
  expect(screen.getAllByRole('region', { name: 'First steps' })).toHaveLength(1)
})

test('others have no first steps', async () => {
  const asked = openDashboard({}, aUser({ role: 'basic' }))
  await strip()
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  expect(asked.some(({ name }) => name === 'GET /api/first-steps')).toBe(false)
})
