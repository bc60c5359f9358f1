/** Google Drive among the integrations: tested by its keys, or replaced by a folder on this server. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { googleErrors, googleStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderDrive } from '#adapters/drive/folder.ts'
import { googleDrive } from '#adapters/drive/google.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { connectionOf, testOf } from '../../../testing/connections.ts'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { START, type World, world } from '../../../testing/world.ts'

const at = (moment: number) => new Date(moment).toISOString()

describe('Google Drive', () => {
  const googleOf = (here: World) => connectionOf(here, 'google')

  async function startGoogle({ isKnown = true } = {}) {
    const google = await googleStandIn().start()
    onTestFinished(async () => {
      await google.end()
      expect(google.violations).toEqual([])
    })
    const { url, clientId, clientSecret } = google
    const drive = googleDrive({
      clientId,
      clientSecret: isKnown ? clientSecret : 'GOCSPX-of-another',
      accountsUrl: url,
      oauthUrl: url,
      apiUrl: url,
      clock: { now: Date.now },
      pause: async () => {},
    })
    return { google, here: await world({ driveOf: () => ({ drive, path: null }) }) }
  }

  test('is tested by its keys, also where no company has connected a drive yet', async () => {
    const { google, here } = await startGoogle()
    expect(await googleOf(here)).toMatchObject({ state: 'connected', lastSucceededAt: null })
    expect(await testOf(here, 'google')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    google.faults.always(googleErrors.backend())
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'failing',
      explanation: 'Google Drive has trouble at the moment (status 500).',
      lastFailedAt: at(START),
    })
  })

  test('with keys that Google does not know says which to correct', async () => {
    const { here } = await startGoogle({ isKnown: false })
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'failing',
      explanation: 'Google does not accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: correct them.',
      nextStep: 'When that is done, test again; settings count after a new start.',
    })
  })

  test('is replaced by a folder on this server, which is looked at', async () => {
    const folder = folderOfTest()
    const path = join(folder, 'reels')
    writeFileSync(path, 'a file')
    const here = await world({ driveOf: () => ({ drive: folderDrive({ path, images: sharpImages() }), path }) })
    const failing = { state: 'failing', explanation: 'DRIVE_DIR names something that is no folder: name a folder.' }
    expect(await googleOf(here)).toMatchObject(failing)
    expect(await testOf(here, 'google')).toMatchObject(failing)
    rmSync(path)
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'built_in',
      explanation: `Reels come from the folders in ${path}.`,
    })
  })
})
