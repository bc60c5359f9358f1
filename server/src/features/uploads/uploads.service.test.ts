/** Uploads while the disk is full: wherever it is met, a sentence says so, and nothing half done stays. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { stored } from '../../testing/stored.ts'
import { formWith, world } from '../../testing/world.ts'

const disk = vi.hoisted(() => ({ isFull: { aside: false, blobs: false } }))

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const createWriteStream: typeof real.createWriteStream = (path, options) => {
    const stream = real.createWriteStream(path, options)
    // As much as a disk takes before it is full, and then no more.
    if (disk.isFull.aside) stream._write = (_piece, _encoding, done) => done(noSpace())
    if (disk.isFull.aside) stream._writev = (_pieces, done) => done(noSpace())
    return stream
  }
  return { ...real, createWriteStream }
})

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const writeFile: typeof real.writeFile = async (file, data, options) => {
    if (!disk.isFull.blobs) return real.writeFile(file, data, options)
    await real.writeFile(file, '', options)
    throw noSpace()
  }
  return { ...real, writeFile }
})

const picture = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )

test.each(['aside', 'blobs'] as const)('a full disk (%s) is told, and leaves nothing', async (where) => {
  const here = await world()
  const send = async () =>
    here.ask(
      'pro',
      'POST',
      '/api/upload/images',
      formWith(await picture(where === 'aside' ? 'red' : 'blue'), 'a.jpg', 'images'),
    )
  disk.isFull[where] = true
  try {
    const res = await send()
    expect([res.statusCode, res.json()]).toMatchObject([
      507,
      { error: 'disk_full', message: 'The disk of the server is full. Make room on it, then try again.' },
    ])
  } finally {
    disk.isFull[where] = false
  }
  expect(await stored(here.database, 'uploads')).toEqual({ uploads: [] })
  expect(readdirSync(here.folder).filter((name) => name.startsWith('upload-'))).toEqual([])
  const left = readdirSync(here.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
  expect(left).toEqual([])
  expect((await send()).statusCode).toBe(200)
  expect(readdirSync(join(here.folder, 'blobs'))).not.toEqual([])
})
