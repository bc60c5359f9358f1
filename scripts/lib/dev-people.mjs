/** One person per role in a store made for development, all with the same password, and a table for their company. */
import { setTimeout as pause } from 'node:timers/promises'

export const DEV_PASSWORD = 'a ripe tangelo in March'
const PEOPLE = ['pro', 'basic']
const LOOK_EVERY_MS = 200

/**
 * Waits for the server, then makes who is missing; answers whether it could. Safe to repeat.
 *
 * @param {string} address
 * @param {string} table what company 1 is kept in step with
 * @param {AbortSignal} signal ends the waiting
 */
export async function makeDevPeople(address, table, signal) {
  /** @type {(path: string, body: object, token?: string, method?: string) => Promise<Response>} */
  const ask = (path, body, token, method = 'POST') =>
    fetch(`${address}${path}`, {
      method,
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
  await ask('/api/companies/1', { airtableTable: table }, token, 'PUT')
  return true
}

async function isReady(address) {
  try {
    return (await fetch(`${address}/readyz`)).ok
  } catch {
    return false
  }
}
