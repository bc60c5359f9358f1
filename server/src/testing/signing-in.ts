/** Signing in through the route, and what a session's token opens afterwards. */
import type { World } from './world.ts'

/** The user `pro`, as signing in returns it. */
export const PRO = {
  id: 2,
  username: 'pro',
  role: 'pro',
  companyId: 1,
  companyName: 'Citrus Studio',
  mustChangePassword: false,
}

export const signIn = (
  { app }: World,
  username: string,
  password: string,
  remoteAddress = '127.0.0.1',
  headers: Record<string, string> = {},
) => app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password }, remoteAddress, headers })

export const canSignIn = async (here: World, username: string, password: string) =>
  (await signIn(here, username, password)).statusCode === 200

export const withToken = ({ app }: World, token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })

export const statusWith = async (here: World, token: string) =>
  (await withToken(here, token, 'GET', '/api/accounts')).statusCode

export const isLive = async (here: World, token: string) => (await statusWith(here, token)) === 200

/** One after the other, so that each attempt sees what the one before left. */
export async function inTurn<Result>(times: number, act: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < times; at += 1) results.push(await act(at))
  return results
}
