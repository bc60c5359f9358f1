/** One person per role in a store made for development, all with the same password. */
import { setTimeout as pause } from 'node:timers/promises'

export const DEV_PASSWORD = 'a ripe tangelo in March'
const PEOPLE = ['pro', 'basic']
const LOOK_EVERY_MS = 200

/**
 * Waits for the server, then makes who is missing; answers whether it could. Safe to repeat.
 *
 * @param {string} address
 * @param {AbortSignal} signal ends the waiting
 */
export async function makeDevPeople(address, signal) {
  /** @type {(path: string, body: object, token?: string) => Promise<Response>} */
  const ask = (path, body, token) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal,
    })
  while (!(await isReady(address))) {
    if (signal.aborted) return false
    await pause(LOOK_EVERY_MS)
  }
  const login = await ask('/api/auth/login', { username: 'admin', password: DEV_PASSWORD })
  if (!login.ok) return false
  const { token } = /** @type {{ token: string }} */ (await login.json())
  for (const role of PEOPLE)
    await ask('/api/users', { username: role, password: DEV_PASSWORD, role, companyId: 1 }, token)
  return true
}

async function isReady(address) {
  try {
    return (await fetch(`${address}/readyz`)).ok
  } catch {
    return false
  }
}
