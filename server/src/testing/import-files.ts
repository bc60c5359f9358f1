/** For tests of imports: a file that an administrator brings or looks at first, and what it leaves behind. */
import { readdirSync } from 'node:fs'
import type { ImportPreview } from '@tangelo/contract'
import { expect } from 'vitest'
import { readTables } from './read-tables.ts'
import { formWith, type World } from './world.ts'

export type Content = string | Uint8Array<ArrayBuffer>

export const PREVIEWS = '/api/accounts/import-previews'
export const HEADER = 'username,date,followers,following,posts,engagement_rate'

export const bring = (here: World, content: Content, query = '') =>
  here.ask('admin', 'POST', `/api/accounts/import${query}`, formWith(content))

/** A good file; returns what the route answers. */
export async function importFile(here: World, content: Content) {
  const res = await bring(here, content)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

export const look = (here: World, content: Content, query = '') =>
  here.ask('admin', 'POST', `${PREVIEWS}${query}`, formWith(content))

export async function previewOf(here: World, content: Content, query = ''): Promise<ImportPreview> {
  const res = await look(here, content, query)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

/** Everything that the rows of a file may change; that a file came is stored elsewhere. */
export const figures = ({ database }: World) =>
  readTables(database, 'companies', 'users', 'accounts', 'metric_snapshots', 'latest_posts')

/** What uploads left behind in the folder for them. */
export const leftovers = ({ folder }: World) => readdirSync(folder).filter((name) => name.startsWith('import-'))

export const accountNamed = async (here: World, username: string) => {
  const [account] = (await here.ask('admin', 'GET', `/api/accounts?q=${username}`)).json()
  return account
}

/** Days in the past of any clock: the thread reads the real one. */
export const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
