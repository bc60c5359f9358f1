import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  anySignal,
  driveSuite,
  type FilledDrive,
  failureOf,
  foldersOf,
  imagesOf,
  newPath,
  photograph,
  the,
} from '../../testing/drive-suite.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { sharpImages } from '../images/sharp-images.ts'
import { folderDrive } from './folder.ts'

function place() {
  const outside = folderOfTest()
  const root = join(outside, 'reels')
  const drive = folderDrive({ path: root, images: sharpImages(), watchEveryMs: 10 })
  const add: FilledDrive['add'] = ({ name, description, images = {} }) => {
    const path = join(root, name)
    mkdirSync(path, { recursive: true })
    for (const [image, bytes] of Object.entries(images)) writeFileSync(join(path, image), bytes)
    if (description !== undefined) writeFileSync(join(path, 'description.txt'), description)
  }
  return { outside, root, drive, files: drive.files(null), add }
}

describe('a folder on this machine as a drive', () => {
  driveSuite(async () => {
    const { outside, root, files, add } = place()
    const makeFolderAt = (at: number) => {
      mkdirSync(join(outside, String(at)))
      return statSync(join(outside, String(at)), { bigint: true }).birthtimeMs
    }
    return {
      files,
      add,
      // File systems count in steps of a few milliseconds.
      moment() {
        const first = makeFolderAt(0)
        for (let at = 1; makeFolderAt(at) === first; at += 1);
      },
      names: () => readdirSync(root),
      remove: (name) => rmSync(join(root, name), { recursive: true }),
    }
  })

  test('is created at the first request, and needs no connection', async () => {
    const { drive, root, files } = place()
    expect(drive.connect).toBeNull()
    expect(await foldersOf(files)).toEqual([])
    expect(existsSync(root)).toBe(true)
  })

  test('links, hidden folders and plain files are no reels; links and sockets in a folder are no pictures', async () => {
    const { outside, root, files, add } = place()
    const bytes = await photograph()
    mkdirSync(join(outside, 'secret'))
    writeFileSync(join(outside, 'secret', 'a.jpg'), bytes)
    add({ name: 'Lisbon', images: { 'a.jpg': bytes, '._a.jpg': bytes } })
    add({ name: '.hidden', images: { 'a.jpg': bytes } })
    writeFileSync(join(root, 'file.jpg'), bytes)
    symlinkSync(join(outside, 'secret'), join(root, 'linked'))
    symlinkSync(root, join(root, 'loop'))
    symlinkSync(join(outside, 'secret', 'a.jpg'), join(root, 'Lisbon', 'linked.jpg'))
    symlinkSync(join(outside, 'secret', 'a.jpg'), join(root, 'Lisbon', 'description.txt'))
    const socket = createServer().listen(join(root, 'Lisbon', 'socket.jpg'))
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    const lisbon = the(await foldersOf(files))
    expect([lisbon.name, lisbon.description]).toEqual(['Lisbon', null])
    expect((await imagesOf(files, [lisbon.id])).map(({ name }) => name)).toEqual(['a.jpg'])
  })

  test('nothing outside is read by any id, nor by a name that became a link', async () => {
    const { outside, root, files, add } = place()
    writeFileSync(join(outside, 'secret.jpg'), await photograph())
    add({ name: 'Lisbon', images: { 'a.jpg': await photograph() } })
    const { id } = the(await foldersOf(files))
    const a = the(await imagesOf(files, [id]))
    const toImageId = (name: string) => `${id}/${Buffer.from(name).toString('base64url')}`
    const options = { path: newPath(), bytesMax: 1e6, signal: anySignal() }
    rmSync(join(root, 'Lisbon', 'a.jpg'))
    symlinkSync(join(outside, 'secret.jpg'), join(root, 'Lisbon', 'a.jpg'))
    for (const imageId of [
      '',
      id,
      a.id,
      toImageId('../../secret.jpg'),
      toImageId('..'),
      toImageId('a\0.jpg'),
      '../x/YQ',
    ])
      for (const ask of [() => files.download(imageId, options), () => files.thumbnail(imageId, anySignal())])
        expect((await failureOf(ask())).kind, imageId).toBe('gone')
    rmSync(join(root, 'Lisbon'), { recursive: true })
    mkdirSync(join(outside, 'elsewhere'))
    writeFileSync(join(outside, 'elsewhere', 'a.jpg'), await photograph())
    symlinkSync(join(outside, 'elsewhere'), join(root, 'Lisbon'))
    expect((await failureOf(files.download(a.id, options))).kind).toBe('gone')
    expect(existsSync(options.path)).toBe(false)
  })

  test.each(['../out', 'a/b', '.', '..', '', 'a\0b', 'x'.repeat(256)])('is not renamed to %j', async (name) => {
    const { outside, root, files, add } = place()
    add({ name: 'Lisbon' })
    expect((await failureOf(files.rename(the(await foldersOf(files)), name, anySignal()))).kind).toBe('refused')
    expect([readdirSync(root), readdirSync(outside)]).toEqual([['Lisbon'], ['reels']])
  })

  test('is not renamed over another one, also an empty one', async () => {
    const { root, files, add } = place()
    add({ name: 'Lisbon' })
    add({ name: 'Lisbon-published' })
    const lisbon = the((await foldersOf(files)).filter(({ name }) => name === 'Lisbon'))
    const failure = await failureOf(files.rename(lisbon, 'Lisbon-published', anySignal()))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'A folder “Lisbon-published” already exists: rename one of the two.',
    ])
    expect(readdirSync(root).sort()).toEqual(['Lisbon', 'Lisbon-published'])
  })

  test('a description is a few pages at most; a damaged picture and one of another format have no small one', async () => {
    const { files, add } = place()
    const bytes = await photograph()
    add({
      name: 'Lisbon',
      description: 'a'.repeat(20_000),
      images: { 'a.jpg': bytes.subarray(0, 200), 'b.heic': bytes },
    })
    const folder = the(await foldersOf(files))
    expect(folder.description).toHaveLength(8_192)
    const [damaged] = await imagesOf(files, [folder.id])
    expect(await files.thumbnail(damaged?.id ?? '', anySignal())).toBeNull()
  })

  test('another picture of the same name has another version', async () => {
    const { root, files, add } = place()
    add({ name: 'Lisbon', images: { 'a.jpg': await photograph() } })
    const { id } = the(await foldersOf(files))
    const before = the(await imagesOf(files, [id]))
    writeFileSync(join(root, 'Lisbon', 'a.jpg'), await sharpPicture())
    const after = the(await imagesOf(files, [id]))
    expect([after.id === before.id, after.version === before.version]).toEqual([true, false])
  })

  test('reports that folders were added, removed, renamed or hold other pictures, and nothing after its end', async () => {
    const { root, drive, add } = place()
    let changes = 0
    const watch = drive.watch?.(() => {
      changes += 1
    })
    const waitForChange = async (does: () => void) => {
      const before = changes
      does()
      await vi.waitUntil(() => changes > before, { interval: 5, timeout: 5_000 })
    }
    // Until there was a first look there is nothing that could be different.
    let days = 0
    const another = () => {
      add({ name: `Day ${days++}` })
      return changes > 0
    }
    await vi.waitUntil(another, { interval: 5, timeout: 5_000 })
    await waitForChange(() => writeFileSync(join(root, 'Day 0', 'a.jpg'), ''))
    await waitForChange(() => renameSync(join(root, 'Day 0'), join(root, 'Day 0-published')))
    await waitForChange(() => rmSync(root, { recursive: true }))
    await waitForChange(() => add({ name: 'Back again' }))
    watch?.end()
    const before = changes
    add({ name: 'Porto' })
    await new Promise(setImmediate)
    expect(changes).toBe(before)
  })

  test('a folder that the server may not read is reported', async () => {
    const { root, drive } = place()
    writeFileSync(root, 'a file in its place')
    expect((await failureOf(foldersOf(drive.files(null)))).kind).toBe('unavailable')
  })
})

const sharpPicture = () => photograph('green')
