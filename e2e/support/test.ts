/** The `test` of every browser test: a furnished server per worker, a signed-in viewer, and no problem unnoticed. */
import { test as base, expect } from '@playwright/test'
import { type House, openHouse, type Person, type StoredSession } from './house.ts'
import { noteSecretsOf } from './left-behind.ts'
import { type Problems, watchForProblems } from './problems.ts'
import { type RunningServer, startServer } from './server.ts'

interface Fixtures {
  /** Who sits at the browser: `test.use({ viewer: 'pro' })`. */
  viewer: Person | 'signed out'
  /** Of the viewer, opened for this test alone. */
  session: StoredSession | null
  problems: Problems
  /** A server of this test's own, with nothing in it. */
  emptyServer: (settings?: Readonly<Record<string, string>>) => Promise<RunningServer>
  isPhone: boolean
}

interface WorkerFixtures {
  house: House
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  viewer: ['signed out', { option: true }],

  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's names
    async ({}, use) => {
      const house = await openHouse()
      await use(house)
      await house.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ house }, use) => use(house.address),

  session: async ({ house, viewer }, use) => {
    if (viewer === 'signed out') await use(null)
    else await use(viewer === 'maker' ? await house.newMaker() : await house.signIn(viewer))
  },

  storageState: async ({ house, session }, use) => {
    const localStorage = session
      ? [
          { name: 'auth_token', value: session.token },
          { name: 'auth_user', value: JSON.stringify(session.user) },
        ]
      : []
    await use({ cookies: [], origins: [{ origin: new URL(house.address).origin, localStorage }] })
  },

  problems: [
    async ({ context, house }, use) => {
      const problems = await watchForProblems(context, house.address)
      noteSecretsOf(context)
      await use(problems)
      expect(problems.listUnexpected(), 'what went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],

  emptyServer: async ({ problems, context }, use) => {
    const servers: RunningServer[] = []
    await use(async (settings) => {
      const server = await startServer(settings)
      servers.push(server)
      problems.allowOrigin(server.address)
      return server
    })
    // An open page would keep polling a server that is gone.
    await Promise.all(context.pages().map((page) => page.close()))
    await Promise.all(servers.map((server) => server.stop()))
  },

  isPhone: async ({ isMobile }, use) => use(isMobile === true),
})

export { expect }
