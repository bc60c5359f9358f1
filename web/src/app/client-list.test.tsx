/** The client that an administrator works for, where there are more than the server lists at once. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'

const client = (id: number, name: string) => ({ id, name, users: 1, accounts: 1, isDemo: false })
const FIRST = Array.from({ length: 200 }, (_, index) => client(index + 1, `Client ${index + 1}`))
const LAST = client(900, 'Zest & Co')

const manyClients: Handlers = {
  'GET /api/reports': () => json([]),
  'GET /api/report-schedules': () => json([]),
  'GET /api/groups': () => json([]),
  'GET /api/accounts': () => json([]),
  'GET /api/mail/address': () => json({ isMailOn: true }),
  'GET /api/companies': ({ url }) => {
    const query = new URLSearchParams(url.split('?')[1])
    return json(query.get('q') === 'zest' || query.get('ids') === '900' ? [LAST] : query.get('ids') ? [] : FIRST)
  },
}

test('a client beyond the first 200 is found and chosen', async () => {
  openApp('/reports', manyClients)
  await userEvent.click(await screen.findByRole('button', { name: /^Client:/ }))
  expect(await screen.findAllByRole('option', { name: /^Client / })).toHaveLength(200)
  await userEvent.type(screen.getByRole('combobox', { name: 'Find a client' }), 'zest')
  await userEvent.click(await screen.findByRole('option', { name: /^Zest/ }))
  await waitFor(() => expect(window.location.search).toBe('?client=900'))
})

test('a new report is about the client on the screen, also beyond the first 200', async () => {
  openApp('/reports?make=new&client=900', manyClients)
  const about = await screen.findByRole<HTMLInputElement>('combobox', { name: 'About' })
  await waitFor(() => expect(about.value).toBe('Zest & Co (client)'))
})

test('Enter chooses the client that was marked, also when the list of the server has come meanwhile', async () => {
  const answer = Promise.withResolvers<Response>()
  const known = [client(31, 'Zebra'), client(32, 'Zest & Co')]
  openApp('/reports', {
    ...manyClients,
    'GET /api/companies': ({ url }) => {
      const query = new URLSearchParams(url.split('?')[1])
      return query.get('q') === 'ze' ? answer.promise : json(known)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Client:/ }))
  await screen.findByRole('option', { name: /^Zest/ })
  await userEvent.type(screen.getByRole('combobox', { name: 'Find a client' }), 'ze{ArrowDown}')
  answer.resolve(json([client(900, 'Zeal'), ...known]))
  await screen.findByRole('option', { name: /^Zeal/ })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?client=32'))
})

test('a new report is about no other client while the name of the one on the screen is loading', async () => {
  const name = Promise.withResolvers<Response>()
  openApp('/reports', {
    ...manyClients,
    'GET /api/companies': ({ url }) =>
      url.includes('ids=7') ? name.promise : json([client(3, 'Alder'), client(7, 'Grove')]),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Client:/ }))
  await userEvent.click(await screen.findByRole('option', { name: /^Grove/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'New report' }))
  const about = await screen.findByRole<HTMLInputElement>('combobox', { name: 'About' })
  expect(about.value).toBe('')
  name.resolve(json([client(7, 'Grove')]))
  await waitFor(() => expect(about.value).toBe('Grove (client)'))
})
