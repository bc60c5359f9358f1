/** The page of imports from a drive for tests: with these folders, and their cards. */
import type { ReelFolder } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import { page } from './accounts.ts'
import { aDriveStatus, folderPage } from './drive.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const openImports = (
  path: string,
  handlers: Handlers = {},
  user = aUser({ role: 'pro', username: 'teo' }),
): Asked[] =>
  openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/google/auth/status': () => json(aDriveStatus()),
      'GET /api/google/reels': () => folderPage([]),
      ...handlers,
    },
    user,
  )
export const folders = (...all: ReelFolder[]): Handlers => ({
  'GET /api/google/reels': () => folderPage(all),
  ...Object.fromEntries(all.map((one) => [`GET /api/google/reels/${one.id}`, () => json(one)])),
})
export const cards = async () =>
  within(await screen.findByRole('list', { name: 'Available Reel Folders' })).getAllByRole('listitem')
