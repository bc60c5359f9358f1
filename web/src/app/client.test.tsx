import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useClient } from '#lib/client.ts'
import { beginSession } from '#lib/session.ts'
import { aUser } from '../testing/people.ts'
import { useClientInAddress } from './use-client-in-address.ts'

let choose: (id: number | null) => void = () => undefined

function Shown() {
  const client = useClient()
  choose = client.choose
  useClientInAddress()
  return (
    <>
      <p>client: {client.clientId ?? 'all'}</p>
      <Outlet />
    </>
  )
}

function open(path: string) {
  const root = createRootRoute({ component: Shown })
  const pages = ['/', '/planning', '/compare', '/admin'].map((each) =>
    createRoute({
      getParentRoute: () => root,
      path: each,
      validateSearch: ({ client }) => (client === undefined ? {} : { client: String(client) }),
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const shown = render(<RouterProvider router={router} />)
  return { router, ...shown }
}

test('the client of the address is the client, also after a visit to another page', async () => {
  beginSession('secret', aUser())
  const { router } = open('/?client=7')
  expect(await screen.findByText('client: 7')).toBeTruthy()
  await act(() => router.navigate({ to: '/admin' }))
  expect(screen.getByText('client: 7')).toBeTruthy()
  await act(() => router.navigate({ to: '/compare' }))
  expect(screen.getByText('client: 7')).toBeTruthy()
  expect(router.state.location.search).toEqual({ client: '7' })
})

test('choosing changes the address, and all clients is no client in it', async () => {
  beginSession('secret', aUser())
  const { router } = open('/compare')
  expect(await screen.findByText('client: all')).toBeTruthy()
  await act(async () => choose(4))
  expect(await screen.findByText('client: 4')).toBeTruthy()
  expect(router.state.location.search).toEqual({ client: '4' })
  await act(async () => choose(null))
  expect(await screen.findByText('client: all')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('another administrator on the same tab begins with all clients', async () => {
  beginSession('secret', aUser())
  const { unmount } = open('/?client=7')
  await screen.findByText('client: 7')
  unmount()
  beginSession('other', aUser({ id: 8 }))
  open('/')
  expect(await screen.findByText('client: all')).toBeTruthy()
})

test('a planner has nothing to choose, whatever the address says', async () => {
  beginSession('secret', aUser({ role: 'pro' }))
  open('/?client=7')
  expect(await screen.findByText('client: all')).toBeTruthy()
})
