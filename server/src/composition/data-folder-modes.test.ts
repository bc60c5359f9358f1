/** What other users of the machine may read of a data folder that was open to them before. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aPixel } from '../testing/reels.ts'
import type { Settings } from '../testing/server-process.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, serverOfTest } from '../testing/test-server.ts'
import { formWith } from '../testing/world.ts'

test.skipIf(process.platform === 'win32')(
  'all that a server keeps is closed to other users, also in a folder and files that were open',
  async () => {
    const folder = folderOfTest()
    const settings: Settings = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD }
    mkdirSync(join(settings.DATA_DIR, 'blobs'), { recursive: true })
    mkdirSync(join(settings.DATA_DIR, 'backups'))
    writeFileSync(join(settings.DATA_DIR, 'tangelo.sqlite'), '')
    writeFileSync(join(settings.DATA_DIR, 'lock'), '')
    mkdirSync(join(settings.DATA_DIR, 'months'))
    for (const name of ['.', 'blobs', 'backups', 'months']) chmodSync(join(settings.DATA_DIR, name), 0o755)
    for (const name of ['tangelo.sqlite', 'lock']) chmodSync(join(settings.DATA_DIR, name), 0o644)

    const before = process.umask(0o000)
    onTestFinished(() => void process.umask(before))
    const server = await serverOfTest(settings)
    const token = await server.signIn('admin', ADMIN_PASSWORD)
    const form = formWith(aPixel(), 'pixel.gif', 'images')
    expect((await server.ask('POST', '/api/upload/images', { token, body: form })).status).toBe(200)
    await server.ask('GET', '/api/google/reels', { token })

    const paths = readdirSync(settings.DATA_DIR, { recursive: true, encoding: 'utf8' })
    const modes = ['.', ...paths].map((path) => {
      const found = statSync(join(settings.DATA_DIR, path))
      return { path, mode: (found.mode & 0o777).toString(8), due: found.isDirectory() ? '700' : '600' }
    })
    expect(modes.filter(({ mode, due }) => mode !== due)).toEqual([])
    expect(modes.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'tangelo.sqlite',
        'tangelo.sqlite-wal',
        'tangelo.sqlite-shm',
        'lock',
        'server.json',
        'reserve',
      ]),
    )
  },
)
