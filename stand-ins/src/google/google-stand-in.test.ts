/** The stand-in of Google Drive: folders, questions, rights, and what other processes do with it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '../http/contract.ts'
import { connectGoogle, drive, refresh } from '../testing/ask-google.ts'
import { startGoogle } from '../testing/start-service.ts'
import { driveQuery } from './drive-query.ts'

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

test('folders are found, in pages, with what was asked for alone', async () => {
  const google = await startGoogle()
  const { access } = await connectGoogle(google)
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
  const google = await startGoogle()
  const folder = google.addReels({ name: 'Lisbon', images: 1 })
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`
  const reader = await connectGoogle(google, scope('drive.readonly'))
  const writer = await connectGoogle(google, scope('drive.metadata'))
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
  const google = await startGoogle()
  const { refresh: token } = await connectGoogle(google)
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
