/** The accounts that could not be read, in the tab Connections: the cause and the next try of each. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCapacity, aConnection, openConnections } from '../testing/connections.ts'
import { failure, json } from '../testing/network.ts'
import { minutesAgo } from '../testing/time.ts'

type Failing = RouteReply<'GET /api/refreshes/failing'>[number]

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

test('accounts that could not be read: cause and next try, page by page', async () => {
  const calls = openConnections({
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
  openConnections()
  expect(await screen.findByText('The last refresh of every account succeeded.')).toBeTruthy()
})

test('failures are shown, each with its way on', async () => {
  let isBroken = true
  openConnections({
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
