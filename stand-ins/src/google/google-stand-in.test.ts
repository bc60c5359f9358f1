import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '../http/contract.ts'
import { startedGoogle } from '../testing/started.ts'
import { driveQuery } from './drive-query.ts'
import type { GoogleStandIn } from './google-stand-in.ts'

const verifier = 'a-verifier-that-is-long-enough-for-the-contract-of-oauth'
const back = 'https://app.example.test/api/google/auth/callback'
const everything = 'https://www.googleapis.com/auth/drive'

function addressOf(google: GoogleStandIn, more: Record<string, string> = {}) {
  return `${google.url}/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: back,
    response_type: 'code',
    scope: everything,
    state: 'a b&c',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...more,
  })}`
}

async function asked(google: GoogleStandIn, path: string, form: Record<string, string>) {
  const answer = await fetch(`${google.url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const exchange = (google: GoogleStandIn, code: string, more: Record<string, string> = {}) =>
  asked(google, '/token', {
    grant_type: 'authorization_code',
    code,
    client_id: google.clientId,
    client_secret: google.clientSecret,
    redirect_uri: back,
    code_verifier: verifier,
    ...more,
  })

const refresh = (google: GoogleStandIn, token: string) =>
  asked(google, '/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: google.clientId,
    client_secret: google.clientSecret,
  })

const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? ''

async function connected(google: GoogleStandIn, scope?: string) {
  const code = codeIn(google.decide(addressOf(google, scope ? { scope } : {}), { isAllowed: true }))
  const { body } = await exchange(google, code)
  return { access: body.access_token ?? '', refresh: body.refresh_token ?? '' }
}

async function drive(google: GoogleStandIn, access: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${google.url}/drive/v3/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${access}`, ...(init.body ? { 'Content-Type': 'application/json' } : {}) },
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { files?: object[]; nextPageToken?: string; error?: object },
  }
}

test('every sample is as the contract judges it', () => {
  const rules = contract('google/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  const { samples } = JSON.parse(
    readFileSync(new URL('../../contracts/google/samples.json', import.meta.url), 'utf8'),
  ) as { samples: { name: string; operation: string; part: string; status: number; invalid?: true; body: object }[] }
  for (const { name, operation, part, status, invalid, body } of samples) {
    const rule = operations.get(operation)
    const path: Record<string, string> = /get|update/.test(operation) ? { fileId: '1' } : {}
    const problems =
      part === 'request' ? rule?.requestProblems({ path, query: {}, body }) : rule?.answerProblems({ status, body })
    expect((problems?.length ?? 0) > 0, name).toBe(invalid === true)
  }
})

test('a browser decides on a page, and comes back with a code or with a refusal', async () => {
  const google = await startedGoogle()
  const page = await (await fetch(addressOf(google))).text()
  const [allow, deny] = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const follow = async (link = '') =>
    new URL((await fetch(`${google.url}${link}`, { redirect: 'manual' })).headers.get('Location') ?? '').searchParams
  expect((await follow(deny)).get('error')).toBe('access_denied')
  const allowed = await follow(allow)
  expect([allowed.get('state'), allowed.get('scope')]).toEqual(['a b&c', everything])
  expect((await exchange(google, allowed.get('code') ?? '')).status).toBe(200)
  expect((await fetch(addressOf(google, { client_id: 'another' }))).status).toBe(401)
  expect(google.violations).toEqual([])
})

test('a code is good once, for ten minutes, with its verifier and its address', async () => {
  const google = await startedGoogle()
  const code = (more = {}) => codeIn(google.decide(addressOf(google, more), { isAllowed: true }))
  const first = code()
  expect((await exchange(google, first)).body).toMatchObject({ expires_in: 3599, refresh_token: expect.any(String) })
  expect(await exchange(google, first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await exchange(google, code(), { code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant')
  expect((await exchange(google, code(), { redirect_uri: `${back}/` })).body.error).toBe('redirect_uri_mismatch')
  expect((await exchange(google, code(), { client_secret: 'guessed' })).status).toBe(401)
  expect((await exchange(google, code({ prompt: 'none' }))).body.refresh_token).toBeUndefined()
  const late = code()
  google.moveTime(10 * 60_000)
  expect((await exchange(google, late)).body.error).toBe('invalid_grant')
  expect(google.violations).toEqual([])
})

test('tokens: an hour, renewed without end, over with the grant', async () => {
  const google = await startedGoogle()
  const tokens = await connected(google)
  const about = async (access: string) => (await drive(google, access, 'about?fields=user(emailAddress)')).status
  expect(await about(tokens.access)).toBe(200)
  google.moveTime(3_600_000)
  expect(await about(tokens.access)).toBe(401)
  const renewed = await refresh(google, tokens.refresh)
  expect([await about(renewed.body.access_token ?? ''), renewed.body.refresh_token]).toEqual([200, undefined])
  expect((await asked(google, `/revoke?token=${encodeURIComponent(tokens.refresh)}`, {})).status).toBe(200)
  expect((await asked(google, `/revoke?token=${encodeURIComponent(tokens.refresh)}`, {})).status).toBe(400)
  expect([await about(renewed.body.access_token ?? ''), (await refresh(google, tokens.refresh)).body.error]).toEqual([
    401,
    'invalid_grant',
  ])
  expect(google.violations).toEqual([])
})

test('folders are found, in pages, with what was asked for alone', async () => {
  const google = await startedGoogle()
  const { access } = await connected(google)
  for (let at = 1; at <= 5; at += 1) google.addReels({ name: `It's ${at}\\`, images: 1 })
  const list = (query: Record<string, string>) => drive(google, access, `files?${new URLSearchParams(query)}`)
  const named = await list({ q: "name = 'It\\'s 3\\\\' and trashed = false", fields: 'files(name)' })
  expect(named.body).toEqual({ files: [{ name: "It's 3\\" }] })
  const q = { q: "mimeType = 'application/vnd.google-apps.folder' and not name = 'reels'", orderBy: 'name desc' }
  const first = await list({ ...q, pageSize: '3', fields: 'nextPageToken,files(name)' })
  expect(first.body.files).toHaveLength(3)
  const pageToken = first.body.nextPageToken ?? ''
  expect((await list({ ...q, pageSize: '3', fields: 'files(name)', pageToken })).status).toBe(400)
  const rest = await list({ ...q, pageSize: '3', fields: 'nextPageToken,files(name)', pageToken })
  expect(rest.body).toEqual({ files: [{ name: "It's 2\\" }, { name: "It's 1\\" }] })
  expect((await list({ q: "name = 'open" })).status).toBe(400)
  expect((await list({ fields: 'files(' })).status).toBe(400)
  expect((await list({ pageSize: '1001' })).status).toBe(400)
  expect(google.violations).toEqual([
    { at: google.now(), operation: 'drive.files.list', side: 'request', problems: ['/pageSize must be <= 1000'] },
  ])
})

test('questions join comparisons as they are written', () => {
  const item = { name: 'Reels', mimeType: 'image/png', parents: ['a'], isTrashed: false } as never
  for (const [text, fits] of [
    ["name = 'reels'", true],
    ["'b' in parents or 'a' in parents and trashed = false", true],
    ["('b' in parents or 'a' in parents) and trashed = true", false],
    ["not (mimeType contains 'image/')", false],
    ["mimeType != 'image/png'", false],
  ] as const)
    expect(driveQuery(text)?.fits(item), text).toBe(fits)
  for (const text of [
    '',
    'name',
    "name = 'a",
    "'a' in owners",
    "name > 'a'",
    "name = 'a' name = 'b'",
    '(trashed = false',
  ])
    expect(driveQuery(text), text).toBeNull()
})

test('scopes, rights, shared drives and what is not there', async () => {
  const google = await startedGoogle()
  const folder = google.addReels({ name: 'Lisbon', images: 1 })
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`
  const reader = await connected(google, scope('drive.readonly'))
  const writer = await connected(google, scope('drive.metadata'))
  const rename = (access: string, id: string, query = '') =>
    drive(google, access, `files/${id}${query}`, { method: 'PATCH', body: JSON.stringify({ name: 'Porto' }) })
  expect((await rename(reader.access, folder)).status).toBe(403)
  expect((await rename(writer.access, folder)).body).toMatchObject({ id: folder, name: 'Porto' })
  expect((await drive(google, writer.access, `files/${folder}?alt=media`)).status).toBe(403)
  google.drive.change(folder, { canEdit: false })
  expect((await rename(writer.access, folder)).body.error).toMatchObject({
    errors: [{ reason: 'insufficientFilePermissions' }],
  })
  const shared = google.drive.addFolder({ name: 'Team', parent: '', driveId: 'drive1' })
  expect((await rename(writer.access, shared)).status).toBe(404)
  expect((await rename(writer.access, shared, '?supportsAllDrives=true')).status).toBe(200)
  expect((await drive(google, 'guessed', 'files')).status).toBe(401)
  expect(google.renames).toEqual(['Porto', 'Porto'])
  expect(google.violations).toEqual([])
})

test('other processes fill the drive, lock folders and take the grant back', async () => {
  const google = await startedGoogle()
  const { refresh: token } = await connected(google)
  const order = async (body: object) =>
    (await fetch(`${google.url}/__stand-in/drive`, { method: 'POST', body: JSON.stringify(body) })).json()
  expect(await order({ add: [{ name: 'Lisbon', images: 2, bytes: 5_000 }] })).toEqual({
    folders: [{ id: expect.any(String), name: 'Lisbon', images: 2 }],
    renames: [],
  })
  await order({ locked: ['Lisbon'], revoke: true })
  expect((await refresh(google, token)).body.error).toBe('invalid_grant')
  expect(await order({ add: [{}] })).toMatchObject({ error: expect.any(String) })
  expect(google.calls.total).toBe(2)
})
