/** Connecting a drive: who comes back, by which way, in which browser; what is kept of it, and how it ends. */
import { describe, expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import type { Person } from '../../../testing/world.ts'
import { type Driven, makeWorldWithDrive, photographs } from '../../../testing/world-with-drive.ts'

const CONNECTED = '/reel-imports?success=true'
const NOT_OURS = 'This page was not opened from here, was already used, or took longer than ten minutes. Connect again.'

/** The user has allowed access on the provider's page: the query and the cookies of the redirect back. */
async function onTheWayBack({ ask, drive }: Driven, who: Person = 'pro', headers: Record<string, string> = {}) {
  const begun = await ask(who, 'GET', '/api/google/auth/url', undefined, headers)
  const back = new URL(drive.allow(begun.json().url))
  const setCookie = String(begun.headers['set-cookie'])
  return { back, path: `${back.pathname}${back.search}`, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

async function comeBack({ ask }: Driven, path: string, cookie?: string): Promise<string> {
  const res = await ask('stranger', 'GET', path, undefined, cookie === undefined ? {} : { cookie })
  expect([res.statusCode, res.body]).toEqual([303, ''])
  return String(res.headers.location)
}

const errorIn = (location: string) => new URL(location, 'http://here').searchParams.get('error')

const status = async ({ ask }: Driven, who: Person = 'pro') => (await ask(who, 'GET', '/api/google/auth/status')).json()

test('a company connects its drive, sees it, and disconnects it here and at the provider', async () => {
  const here = await makeWorldWithDrive({ isConnected: true })
  here.drive.putImage(
    here.drive.addFolder({ name: 'Ferry' }),
    photographs(1)[0] ?? { name: '', bytes: new Uint8Array() },
  )
  expect(await status(here)).toEqual({ authenticated: false, drive: 'google', path: null, owner: null, message: null })
  expect((await here.ask('pro', 'GET', '/api/google/reels')).json()).toMatchObject({ error: 'drive_not_connected' })
  expect(await here.connect()).toBe(CONNECTED)
  expect(await status(here)).toMatchObject({ authenticated: true, owner: 'mia@example.test', message: null })
  expect((await here.folders()).map(({ name }) => name)).toEqual(['Ferry'])
  expect((await status(here, 'foreigner')).authenticated).toBe(false)
  expect(here.drive.grants.size).toBe(1)
  expect((await here.ask('pro', 'POST', '/api/google/auth/clear')).statusCode).toBe(200)
  expect([(await status(here)).authenticated, here.drive.grants.size]).toEqual([false, 0])
  const entries = (await here.ask('admin', 'GET', '/api/audit-log')).json()
  expect(entries.map(({ act }: { act: string }) => act)).toEqual(['drive.disconnected', 'drive.connected'])
})

test('redirects users to PUBLIC_URL where it is set, whatever host name they use', async () => {
  const [named, unnamed] = [
    await makeWorldWithDrive({ isConnected: true, works: false, publicUrl: 'https://tangelo.example' }),
    await makeWorldWithDrive({ isConnected: true, works: false }),
  ]
  const headers = { host: 'inside:5000' }
  expect((await onTheWayBack(named, 'pro', headers)).back.origin).toBe('https://tangelo.example')
  expect((await onTheWayBack(unnamed, 'pro', headers)).back.origin).toBe('http://inside:5000')
})

describe('refuses a redirect', () => {
  test('that is used twice, comes from another browser, has no cookie, or has an unknown state', async () => {
    const here = await makeWorldWithDrive({ isConnected: true, works: false })
    const way = await onTheWayBack(here)
    const other = await onTheWayBack(here, 'admin')
    expect(errorIn(await comeBack(here, '/api/google/auth/callback?code=x&state=made-up', way.cookie))).toBe(NOT_OURS)
    expect(errorIn(await comeBack(here, other.path, way.cookie))).toBe(NOT_OURS)
    expect(errorIn(await comeBack(here, other.path, other.cookie))).toBe(NOT_OURS)
    expect(errorIn(await comeBack(here, (await onTheWayBack(here)).path))).toBe(NOT_OURS)
    expect(await comeBack(here, way.path, way.cookie)).toBe(CONNECTED)
    expect(errorIn(await comeBack(here, way.path, way.cookie))).toBe(NOT_OURS)
  })

  test('after ten minutes', async () => {
    const here = await makeWorldWithDrive({ isConnected: true, works: false })
    const way = await onTheWayBack(here)
    here.clock.moveBy(10 * 60_000)
    expect(errorIn(await comeBack(here, way.path, way.cookie))).toBe(NOT_OURS)
  })

  test('who may not make reels for that company any more', async () => {
    const here = await makeWorldWithDrive({ isConnected: true, works: false })
    const way = await onTheWayBack(here)
    const { id } = await here.database.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'pro')
      .executeTakeFirstOrThrow()
    await here.ask('admin', 'PUT', `/api/users/${id}`, { companyId: 2 })
    expect(errorIn(await comeBack(here, way.path, way.cookie))).toBe(
      'You may no longer connect a drive for this company.',
    )
    expect(here.drive.grants.size).toBe(0)
  })

  test('whose session has ended meanwhile, also with the address and the cookie', async () => {
    const here = await makeWorldWithDrive({ isConnected: true, works: false })
    const way = await onTheWayBack(here)
    await here.ask('admin', 'PUT', '/api/users/2', { password: 'nine yellow quinces' })
    expect(errorIn(await comeBack(here, way.path, way.cookie))).toBe(
      'You may no longer connect a drive for this company.',
    )
    expect(here.drive.grants.size).toBe(0)
  })

  test.each([
    ['access_denied', 'Access to the drive was not granted.'],
    ['<img src=x onerror=alert(1)>', 'The drive answered with an error. Try again.'],
  ])('connected, when the provider says %s', async (error, sentence) => {
    const here = await makeWorldWithDrive({ isConnected: true, works: false })
    const { back, cookie } = await onTheWayBack(here)
    const said = new URLSearchParams({ error, state: back.searchParams.get('state') ?? '' })
    const location = await comeBack(here, `${back.pathname}?${said}`, cookie)
    expect(errorIn(location)).toBe(sentence)
    expect(location).not.toContain('onerror')
  })
})

test('the cookie is one that only this address sets and only a browser with TLS sends, where there is TLS', async () => {
  const here = await makeWorldWithDrive({ isConnected: true, works: false, app: { trustedProxies: ['127.0.0.1'] } })
  const plain = await onTheWayBack(here)
  expect(plain.setCookie).toMatch(/^tangelo-drive=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const secure = await onTheWayBack(here, 'pro', { 'x-forwarded-proto': 'https' })
  expect(secure.setCookie).toMatch(
    /^__Host-tangelo-drive=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  )
})

test('what opens the drive stands nowhere in the store, and opens it for this company alone', async () => {
  const here = await makeWorldWithDrive({ isConnected: true, works: false })
  await here.connect()
  const [secret = ''] = here.drive.grants
  const { queries } = here.database
  const [row] = await queries.selectFrom('secrets').selectAll().execute()
  const tables = await queries.introspection.getTables()
  for (const { name } of tables) {
    const rows = await queries
      .selectFrom(name as 'secrets')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows), name).not.toContain(secret)
  }
  expect(() => here.encryption.decrypt(row?.sealed ?? '', 'drive:2')).toThrow()
  expect(here.encryption.decrypt(row?.sealed ?? '', 'drive:1')).toBe(secret)
})

test('an encrypted text with one changed byte asks the user to connect again, and is not logged as our error', async () => {
  const here = await makeWorldWithDrive({ isConnected: true, works: false })
  await here.connect()
  const { sealed } = await here.database.queries.selectFrom('secrets').selectAll().executeTakeFirstOrThrow()
  const at = sealed.length - 5
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
  await here.database.queries.updateTable('secrets').set({ sealed: changed }).execute()
  here.work()
  const res = await here.ask('pro', 'GET', '/api/google/reels')
  expect([res.statusCode, res.json().error]).toEqual([409, 'drive_not_connected'])
  expect(await status(here)).toMatchObject({ authenticated: false, message: expect.stringContaining('Connect again') })
  expect(await here.connect()).toBe(CONNECTED)
})

test('a connection that the provider has ended is dropped, and the page explains it', async () => {
  const here = await makeWorldWithDrive({ isConnected: true })
  await here.connect()
  await here.folders()
  here.drive.loseGrants()
  here.clock.moveBy(31_000)
  await here.ask('pro', 'POST', '/api/google/reels/refresh')
  await until('it is dropped', async () => !(await status(here)).authenticated)
  expect((await status(here)).message).toBe(
    'The connection has ended: access was withdrawn or has expired. Connect again.',
  )
  expect(await here.database.queries.selectFrom('secrets').selectAll().execute()).toEqual([])
})

test('a folder on the server needs no connection, and is only read anew', async () => {
  const here = await makeWorldWithDrive()
  here.drive.addFolder({ name: 'Ferry' })
  expect(await status(here)).toEqual({
    authenticated: true,
    drive: 'folder',
    path: '/srv/reels',
    owner: null,
    message: null,
  })
  expect((await here.ask('pro', 'GET', '/api/google/auth/url')).json().error).toBe('nothing_to_connect')
  await here.folders()
  expect((await here.ask('pro', 'POST', '/api/google/auth/clear')).statusCode).toBe(200)
  expect(await here.folders()).toHaveLength(1)
})
