/** Google Drive through its stand-in: what every drive promises, and a connection from its beginning to its end. */
import { googleErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { anySignal, driveSuite, failureOf, foldersOf } from '../../testing/drive-suite.ts'
import { googleDrive } from './google.ts'
import { answerTo, beginning, connectGoogle, exchangeCode, returnAddress, standing } from './testing/connect-google.ts'

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', heic: 'image/heif', mp4: 'video/mp4' }

describe('Google Drive', () => {
  driveSuite(async () => {
    const { google, files, moveBy } = await connectGoogle()
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
    expect(await exchangeCode(here)).toEqual({ secret: here.google.grants.living()[0], owner: 'mia@example.test' })
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
    const failure = await failureOf(exchangeCode(here, 'https://www.googleapis.com/auth/drive.readonly'))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'Google Drive was connected without all that is needed: connect it again, and leave every box ticked.',
    ])
    expect(here.google.grants.living()).toEqual([])
    expect((await exchangeCode(here, 'https://www.googleapis.com/auth/drive')).owner).toBe('mia@example.test')
  })

  test('is ended at Google too, also twice', async () => {
    const { google, drive, files, secret } = await connectGoogle()
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
    const failure = await failureOf(exchangeCode({ google, drive }))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'Google does not accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: correct them.',
    ])
  })
})

describe('a connection', () => {
  test('goes on when access tokens end, with one more call', async () => {
    const { google, files, callsSince } = await connectGoogle()
    google.addReels({ name: 'Lisbon', images: 1 })
    await foldersOf(files)
    google.grants.expireAccess()
    const calls = callsSince()
    expect(await foldersOf(files)).toHaveLength(1)
    expect(calls()).toEqual(['drive.files.list', 'oauth2.token', 'drive.files.list', 'drive.files.list'])
  })

  test('is lost when it was taken back, also in the middle of a list', async () => {
    const { google, files, pauses } = await connectGoogle({ pageSizeMax: 1 })
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
    const { google, drive, files, newSecrets, secret } = await connectGoogle()
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
