/** Uploads while the disk is full: at any point, a sentence explains it, and no partial file stays. */
import fs, { readdirSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { readTables } from '../../../testing/read-tables.ts'
import { formWith, world } from '../../../testing/world.ts'

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** As much as a disk accepts before it is full, and then no more. Until the test ends, or changes it. */
function fullDisk(where: 'aside' | 'blobs'): () => void {
  const real = { createWriteStream: fs.createWriteStream, writeFile: promises.writeFile }
  if (where === 'aside')
    fs.createWriteStream = (path, options) => {
      const stream = real.createWriteStream(path, options)
      stream._write = (_chunk, _encoding, done) => done(noSpace())
      stream._writev = (_chunks, done) => done(noSpace())
      return stream
    }
  else
    promises.writeFile = async (file, _data, options) => {
      await real.writeFile(file, '', options)
      throw noSpace()
    }
  // What other files have imported by name follows.
  syncBuiltinESMExports()
  const emptyDisk = () => {
    fs.createWriteStream = real.createWriteStream
    promises.writeFile = real.writeFile
    syncBuiltinESMExports()
  }
  onTestFinished(emptyDisk)
  return emptyDisk
}

const picture = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

test.each(['aside', 'blobs'] as const)('a full disk (%s) is reported, and leaves nothing', async (where) => {
  const here = await world()
  const send = async () =>
    here.ask(
      'pro',
      'POST',
      '/api/upload/images',
      formWith(await picture(where === 'aside' ? 'red' : 'blue'), 'a.jpg', 'images'),
    )
  const emptyDisk = fullDisk(where)
  const res = await send()
  expect([res.statusCode, res.json()]).toMatchObject([
    507,
    { error: 'disk_full', message: 'The disk of the server is full. Make room on it, then try again.' },
  ])
  emptyDisk()
  expect(await readTables(here.database, 'uploads')).toEqual({ uploads: [] })
  expect(readdirSync(here.folder).filter((name) => name.startsWith('upload-'))).toEqual([])
  const left = readdirSync(here.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
  expect(left).toEqual([])
  expect((await send()).statusCode).toBe(200)
  expect(readdirSync(join(here.folder, 'blobs'))).not.toEqual([])
})
