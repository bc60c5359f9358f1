/** Google Drive through its stand-in, which judges every call by the contract. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type GoogleOptions, type GoogleStandIn, googleErrors, googleStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Drive } from '#ports/drive.ts'
import {
  anySignal,
  driveSuite,
  failureOf,
  foldersOf,
  imagesOf,
  newPath,
  photograph,
  the,
} from '../../testing/drive-suite.ts'
import { googleDrive } from './google.ts'
import type { GoogleLimits } from './google-fetch.ts'

const beginning = Date.parse('2026-11-21T12:00:00Z')
const returnAddress = 'https://app.example.test/api/google/auth/callback'
const verifier = 'a-verifier-that-is-long-enough-for-what-oauth-asks-of-it'
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function standing(options: GoogleOptions & { limits?: GoogleLimits } = {}) {
  let now = beginning
  const google = await googleStandIn({ clock: { now: () => now }, ...options }).start()
  onTestFinished(async () => {
    await google.end()
    expect(google.violations).toEqual([])
  })
  const pauses: number[] = []
  const { url, clientId, clientSecret } = google
  const drive = googleDrive({
    clientId,
    clientSecret,
    accountsUrl: url,
    oauthUrl: url,
    apiUrl: url,
    clock: { now: () => now },
    pause: async (ms) => pauses.push(ms),
    chance: () => 0.5,
    ...(options.limits && { limits: options.limits }),
  })
  return { google, drive, pauses, moveBy: (ms: number) => (now += ms) }
}

const answerTo = (google: GoogleStandIn, drive: Drive, scope?: string) => {
  const address = drive.connect?.address({ state: 'a state', challenge, returnAddress }) ?? ''
  const back = new URL(google.decide(address, { isAllowed: true, ...(scope !== undefined && { scope }) }))
  expect(back.searchParams.get('state')).toBe('a state')
  return { code: back.searchParams.get('code') ?? '', verifier, returnAddress }
}

const exchanged = ({ google, drive }: { google: GoogleStandIn; drive: Drive }, scope?: string) => {
  if (!drive.connect) throw new Error('nothing to connect')
  return drive.connect.exchange(answerTo(google, drive, scope), anySignal())
}

async function connected(options: Parameters<typeof standing>[0] = {}) {
  const here = await standing(options)
  const { secret } = await exchanged(here)
  const newSecrets: string[] = []
  const files = here.drive.files(secret, async (next) => void newSecrets.push(next))
  const callsSince = () => {
    const before = here.google.calls.total
    return () =>
      here.google.calls
        .latest()
        .slice(before)
        .map(({ operation }) => operation)
  }
  return { ...here, secret, files, newSecrets, callsSince }
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', heic: 'image/heif', mp4: 'video/mp4' }

describe('Google Drive', () => {
  driveSuite(async () => {
    const { google, files, moveBy } = await connected()
    const { drive } = google
    const ids = new Map<string, string>()
    let reels: string | undefined
    return {
      files,
      names: () => [...ids.values()].flatMap((id) => drive.find(id)?.name ?? []),
      add({ name, images = {}, ...folder }) {
        moveBy(1_000)
        reels ??= drive.addFolder({ name: 'reels' })
        const id = drive.addFolder({ name, parent: reels, ...folder })
        ids.set(name, id)
        for (const [image, bytes] of Object.entries(images)) {
          const type = TYPES[image.split('.').at(-1) ?? ''] ?? 'text/plain'
          drive.addFile({ name: image, parent: id, type, bytes, hasThumbnail: bytes.length > 0 })
        }
      },
      remove() {
        for (const id of ids.values()) drive.remove(id)
      },
    }
  })
})

describe('connecting', () => {
  test('brings a secret, and whose drive it is', async () => {
    const here = await standing()
    expect(await exchanged(here)).toEqual({ secret: here.google.grants.living()[0], owner: 'mia@example.test' })
  })

  test('whose it is may remain unknown', async () => {
    const here = await standing()
    const answer = answerTo(here.google, here.drive)
    // The exchange itself, then the question whose it is, three times.
    here.google.faults.next(1, { delayMs: 0 })
    here.google.faults.next(3, googleErrors.backend())
    expect(await here.drive.connect?.exchange(answer, anySignal())).toMatchObject({ owner: null })
  })

  test('a code that is not good is refused: used, late, or with another verifier', async () => {
    const { google, drive, moveBy } = await standing()
    const exchange = async (answer: ReturnType<typeof answerTo>) =>
      (await failureOf(drive.connect?.exchange(answer, anySignal()) ?? Promise.resolve())).kind
    const used = answerTo(google, drive)
    await drive.connect?.exchange(used, anySignal())
    expect(await exchange(used)).toBe('refused')
    expect(await exchange({ ...answerTo(google, drive), verifier: 'y'.repeat(43) })).toBe('refused')
    expect(await exchange({ ...answerTo(google, drive), returnAddress: `${returnAddress}2` })).toBe('refused')
    const late = answerTo(google, drive)
    moveBy(600_000)
    expect(await exchange(late)).toBe('refused')
  })

  test('a user who unticks a box gets a message, and nothing of the connection stays', async () => {
    const here = await standing()
    const failure = await failureOf(exchanged(here, 'https://www.googleapis.com/auth/drive.readonly'))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'Google Drive was connected without all that is needed: connect it again, and leave every box ticked.',
    ])
    expect(here.google.grants.living()).toEqual([])
    expect((await exchanged(here, 'https://www.googleapis.com/auth/drive')).owner).toBe('mia@example.test')
  })

  test('is ended at Google too, also twice', async () => {
    const { google, drive, files, secret } = await connected()
    await drive.connect?.revoke(secret, anySignal())
    await drive.connect?.revoke(secret, anySignal())
    expect(google.grants.living()).toEqual([])
    expect((await failureOf(foldersOf(files))).kind).toBe('connection_lost')
    google.faults.always(googleErrors.backend())
    expect((await failureOf(drive.connect?.revoke(secret, anySignal()) ?? Promise.resolve())).kind).toBe('unavailable')
  })

  test('a client that Google does not know names the settings', async () => {
    const { google } = await standing()
    const { url } = google
    const drive = googleDrive({
      clientId: google.clientId,
      clientSecret: 'another secret',
      accountsUrl: url,
      oauthUrl: url,
      apiUrl: url,
      clock: { now: () => beginning },
    })
    const failure = await failureOf(exchanged({ google, drive }))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'Google does not accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: correct them.',
    ])
  })
})

describe('a connection', () => {
  test('goes on when access tokens end, with one more call', async () => {
    const { google, files, callsSince } = await connected()
    google.addReels({ name: 'Lisbon', images: 1 })
    await foldersOf(files)
    google.grants.expireAccess()
    const calls = callsSince()
    expect(await foldersOf(files)).toHaveLength(1)
    expect(calls()).toEqual(['drive.files.list', 'oauth2.token', 'drive.files.list', 'drive.files.list'])
  })

  test('is lost when it was taken back, also in the middle of a list', async () => {
    const { google, files, pauses } = await connected({ pageSizeMax: 1 })
    google.addReels({ name: 'Lisbon', images: 1 })
    google.addReels({ name: 'Porto', images: 1 })
    const walk = files.folders(anySignal())
    await walk.next()
    google.grants.revokeAll()
    const failure = await failureOf(walk.next())
    expect([failure.kind, failure.message]).toEqual([
      'connection_lost',
      'Google Drive is no longer connected: it was disconnected, or not used for too long.',
    ])
    expect(pauses).toEqual([])
  })

  test('a replacement of the secret is reported once, and works from then on', async () => {
    const { google, drive, files, newSecrets, secret } = await connected()
    google.addReels({ name: 'Lisbon', images: 0 })
    google.grants.rotates = true
    google.grants.expireAccess()
    await Promise.all([foldersOf(files), foldersOf(files)])
    await foldersOf(files)
    expect(newSecrets).toEqual(google.grants.living())
    expect(newSecrets).not.toContain(secret)
    expect(await foldersOf(drive.files(newSecrets[0] ?? ''))).toHaveLength(1)
    // A request that began a moment before still has the old one.
    expect(await foldersOf(drive.files(secret))).toHaveLength(1)
  })
})

describe('what lies where', () => {
  test('is found in shared drives, in folders that others shared, and through shortcuts', async () => {
    const { google, files } = await connected()
    const { drive } = google
    const bytes = await photograph()
    const team = drive.addFolder({ name: 'Reels', parent: 'drive1', driveId: 'drive1' })
    const inTeam = drive.addFolder({ name: 'Team day', parent: team })
    drive.addFile({ name: 'a.jpg', parent: inTeam, type: 'image/jpeg', bytes })
    const elsewhere = drive.addFolder({ name: 'Elsewhere' })
    const shot = drive.addFile({ name: 'b.jpg', parent: elsewhere, type: 'image/jpeg', bytes })
    const shortcut = drive.addShortcut({ name: 'Short', parent: team, targetId: elsewhere })
    drive.addShortcut({ name: 'loop', parent: team, targetId: team })
    drive.addShortcut({ name: 'picture', parent: team, targetId: shot })
    drive.addShortcut({ name: 'c.jpg', parent: inTeam, targetId: shot })
    const folders = await foldersOf(files)
    expect(folders.map(({ id, entryId, name, place }) => [id, entryId, name, place])).toEqual([
      [elsewhere, shortcut, 'Short', null],
      [inTeam, inTeam, 'Team day', null],
    ])
    const images = await imagesOf(files, [inTeam, elsewhere])
    expect(images.map(({ id, name, folderId }) => [id === shot, name, folderId])).toEqual([
      [false, 'a.jpg', inTeam],
      [true, 'b.jpg', elsewhere],
      [true, 'c.jpg', inTeam],
    ])
    await files.download(images[2]?.id ?? '', { path: newPath(), bytesMax: 1e6, signal: anySignal() })
    await files.rename({ id: elsewhere, entryId: shortcut }, 'Short-published', anySignal())
    expect((await foldersOf(files)).map(({ id, name }) => [id, name])).toContainEqual([elsewhere, 'Short-published'])
  })

  test('two folders named reels are distinguished; one in the bin and one that is a file are ignored', async () => {
    const { google, files, moveBy } = await connected()
    const { drive } = google
    const clients = drive.addFolder({ name: 'Clients' })
    const roots = [
      { name: 'reels' },
      { name: 'reels' },
      { name: 'reels', parent: clients },
      { name: 'reels', parent: '' },
    ]
    for (const [at, root] of roots.entries()) {
      moveBy(1_000)
      drive.addFolder({ name: `In ${at}`, parent: drive.addFolder(root) })
    }
    const binned = drive.addFolder({ name: 'reels' })
    drive.addFolder({ name: 'In the bin', parent: binned })
    drive.change(binned, { isTrashed: true })
    drive.addFile({ name: 'reels', type: 'text/plain', bytes: new Uint8Array() })
    expect((await foldersOf(files)).map(({ name, place }) => [name, place])).toEqual([
      ['In 3', 'Shared with me'],
      ['In 2', 'Clients'],
      ['In 1', 'My Drive (2)'],
      ['In 0', 'My Drive'],
    ])
  })

  test('500 folders and their 3,000 pictures take 16 calls', async () => {
    const { google, files, callsSince } = await connected()
    const reels = google.drive.addFolder({ name: 'reels' })
    for (let at = 0; at < 500; at += 1) {
      const parent = google.drive.addFolder({ name: `Day ${at}`, parent: reels })
      for (let of = 0; of < 6; of += 1)
        google.drive.addFile({ name: `${of}.jpg`, parent, type: 'image/jpeg', bytes: Buffer.from('x') })
    }
    const calls = callsSince()
    const folders = await foldersOf(files)
    const images = await imagesOf(
      files,
      folders.map(({ id }) => id),
    )
    expect([folders.length, images.length]).toEqual([500, 3_000])
    // One for the folder named reels, five pages of folders, ten questions for the pictures.
    expect(calls()).toHaveLength(1 + 5 + 10)
  })

  test('a folder of 300 pictures comes whole, page by page', async () => {
    const { google, files } = await connected({ pageSizeMax: 120 })
    const id = google.addReels({ name: 'Many', images: 300 })
    expect(new Set((await imagesOf(files, [id])).map(({ name }) => name)).size).toBe(300)
  })

  test('an empty page with more behind it does not mean that there are no folders', async () => {
    const { google, files } = await connected()
    google.addReels({ name: 'Lisbon', images: 1 })
    google.faults.next(1, { status: 200, body: { files: [], nextPageToken: 'lost-by-now' } })
    expect(await foldersOf(files)).toHaveLength(1)
  })

  test('a list that Google lost begins again, once, and nothing comes twice', async () => {
    const { google, files } = await connected({ pageSizeMax: 2 })
    for (let at = 0; at < 5; at += 1) google.addReels({ name: `Day ${at}`, images: 0 })
    google.spoilPageTokens(1)
    expect(await foldersOf(files)).toHaveLength(5)
    google.spoilPageTokens(9)
    expect((await failureOf(foldersOf(files))).kind).toBe('unavailable')
  })

  test('thumbnails come by the links of the list, by a fresh one when theirs ended, and from Google alone', async () => {
    const { google, files, callsSince } = await connected()
    const id = google.addReels({ name: 'Lisbon', images: 1 })
    const image = the(await imagesOf(files, [id]))
    const calls = callsSince()
    await files.thumbnail(image.id, anySignal())
    expect(calls()).toEqual(['drive.thumbnail'])
    google.faults.next(1, { status: 403 })
    expect(await files.thumbnail(image.id, anySignal())).toMatchObject({ type: 'image/png' })
    expect(calls().slice(1)).toEqual(['drive.thumbnail', 'drive.files.get', 'drive.thumbnail'])
  })

  test('the token goes to no other host, whatever address a link has', async () => {
    const { google, files } = await connected()
    const elsewhere = await connected()
    const asked = elsewhere.callsSince()
    for (const link of [
      `${elsewhere.google.url}/drive-storage/1=s220`,
      'file:///etc/passwd',
      'http://lh3.google.com.evil.test/1',
    ]) {
      google.faults.next(1, { status: 200, body: { id: 'x', name: 'x', thumbnailLink: link } })
      expect(await files.thumbnail('x', anySignal()), link).toBeNull()
    }
    expect(asked()).toEqual([])
  })

  test('a forbidden rename is reported, and a name that is there already costs no change', async () => {
    const { google, files, callsSince } = await connected()
    const id = google.addReels({ name: 'Lisbon', images: 0 })
    const folder = { id, entryId: id }
    const calls = callsSince()
    await files.rename(folder, 'Lisbon', anySignal())
    expect([calls(), google.renames]).toEqual([['drive.files.get'], []])
    google.drive.change(id, { canEdit: false })
    const failure = await failureOf(files.rename(folder, 'Lisbon-published', anySignal()))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'The connected Google account may not do this: ask the owner for the right to edit.',
    ])
  })
})

describe('faults', () => {
  const quick = {
    answer: { connectMs: 2_000, wholeMs: 250, bytes: 1_000_000 },
    download: { connectMs: 2_000, idleMs: 250 },
  }

  test.each([
    ['a moment of trouble', googleErrors.backend(), 'unavailable', 3],
    ['too many calls of a user', googleErrors.userRateLimit(), 'limited', 3],
    ['too many calls', googleErrors.rateLimit(), 'limited', 3],
    ['a long wait', googleErrors.rateLimit({ 'Retry-After': '600' }), 'limited', 1],
    ['a broken connection', 'reset', 'unavailable', 3],
    ['silence', 'hang', 'unavailable', 3],
    ['a page for people', 'html', 'not_understood', 1],
    ['half of an answer', 'truncated', 'not_understood', 1],
    ['an answer without end', 'huge', 'not_understood', 1],
    ['an API that is not enabled', googleErrors.apiNotEnabled(), 'refused', 1],
    ['a right that is missing', googleErrors.scopeTooSmall(), 'connection_lost', 1],
  ] as const)('%s', async (_, fault, kind, tries) => {
    // What is too large is to be found by its size, also where a megabyte takes its time.
    const wholeMs = fault === 'huge' ? 15_000 : quick.answer.wholeMs
    const limits = { ...quick, answer: { ...quick.answer, wholeMs } }
    const { google, files, callsSince } = await connected({ limits })
    google.addReels({ name: 'Lisbon', images: 1 })
    await foldersOf(files)
    google.faults.always(fault)
    const calls = callsSince()
    const failure = await failureOf(foldersOf(files))
    expect([failure.kind, calls().length]).toEqual([kind, tries])
    expect(failure.retryAt).toBe(tries === 1 && kind === 'limited' ? beginning + 600_000 : null)
    google.faults.clear()
    google.faults.next(1, fault)
    if (tries > 1) expect(await foldersOf(files)).toHaveLength(1)
  })

  test.each(['reset', 'hang', { trickleMs: 30 }] as const)(
    'a download with %j is made anew and whole, or leaves nothing',
    async (fault) => {
      const { google, files } = await connected({ limits: quick })
      const id = google.addReels({ name: 'Lisbon', images: 1, bytes: 200_000 })
      const image = the(await imagesOf(files, [id]))
      if (typeof fault === 'string') {
        google.faults.next(2, fault)
        expect(await files.download(image.id, { path: newPath(), bytesMax: 1e6, signal: anySignal() })).toEqual({
          bytes: 200_000,
        })
      }
      google.faults.always(fault)
      const path = newPath()
      const giveUp = new AbortController()
      const asking = files.download(image.id, { path, bytesMax: 1e6, signal: giveUp.signal })
      if (typeof fault === 'string') expect((await failureOf(asking)).kind).toBe('unavailable')
      else {
        const reason = new Error('enough')
        const settled = expect(asking).rejects.toBe(reason)
        while (!existsSync(path)) await new Promise(setImmediate)
        giveUp.abort(reason)
        await settled
      }
      expect(existsSync(path)).toBe(false)
    },
  )

  test('a rename with an unknown outcome is not retried automatically', async () => {
    const { google, files } = await connected()
    const id = google.addReels({ name: 'Lisbon', images: 0 })
    google.faults.next(1, { delayMs: 0 })
    google.faults.next(1, 'reset')
    const folder = { id, entryId: id }
    expect((await failureOf(files.rename(folder, 'Porto', anySignal()))).kind).toBe('unavailable')
    await files.rename(folder, 'Porto', anySignal())
    expect(google.renames).toEqual(['Porto'])
  })

  test('waits grow, and are as long as Google requires', async () => {
    const { google, files, pauses } = await connected()
    google.faults.next(1, googleErrors.backend())
    google.faults.next(1, googleErrors.backend())
    await foldersOf(files)
    google.faults.next(1, googleErrors.rateLimit({ 'Retry-After': '3' }))
    await foldersOf(files)
    expect(pauses).toEqual([250, 500, 3_000])
  })
})
