/** For tests of outside services: how they do as administrators see it, and a test of one. */
import type { World } from './world.ts'

export const list = async ({ ask }: World) => (await ask('admin', 'GET', '/api/connections')).json()
export const testOf = async ({ ask }: World, name: string) =>
  (await ask('admin', 'POST', `/api/connections/${name}/test`)).json()

export const QUIET = { usedPercent: null, pausedUntil: null, lastSucceededAt: null, lastFailedAt: null }

export const connectionOf = async (here: World, name: string) =>
  (await list(here)).find((one: { name: string }) => one.name === name)
