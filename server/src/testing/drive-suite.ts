/** What every drive promises (`ports/drive.ts`). Call it with a way to make an empty one, and the hands that fill it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DriveFailure, type DriveFiles, type DriveFolder, type DriveImage } from '#ports/drive.ts'
import { folderOfTest } from './test-folder.ts'

export interface FilledDrive {
  files: DriveFiles
  /** A folder that is newer than all before, as far as the drive can tell. */
  add(folder: { name: string; description?: string; images?: Record<string, Uint8Array> }): Promise<void> | void
  remove(name: string): Promise<void> | void
  /** As the folders are called now. */
  names(): string[]
  /** Lets so much time pass that the drive can tell; none where it always can. */
  moment?(): void
}

export const anySignal = () => new AbortController().signal

export async function foldersOf(files: DriveFiles, signal = anySignal()): Promise<DriveFolder[]> {
  const found: DriveFolder[] = []
  for await (const page of files.folders(signal)) found.push(...page)
  return found
}

/** By name. */
export async function imagesOf(files: DriveFiles, folderIds: string[], signal = anySignal()): Promise<DriveImage[]> {
  const found: DriveImage[] = []
  for await (const page of files.images(folderIds, signal)) found.push(...page)
  return found.sort((one, other) => one.name.localeCompare(other.name))
}

export async function failureOf(asking: Promise<unknown>): Promise<DriveFailure> {
  const failure = await asking.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  if (!(failure instanceof DriveFailure)) throw new Error(`not a failure of the drive: ${String(failure)}`)
  // A sentence for people that gives nothing away.
  expect(failure.message).toMatch(/^[A-Z].*\.$/s)
  expect(failure.message).not.toMatch(/https?:|127\.0\.0\.1|Bearer|ya29|undefined|\[object|tmp\//)
  expect(failure.cause).toBeUndefined()
  return failure
}

export function newPath(): string {
  const folder = folderOfTest()
  return join(folder, 'picture')
}

export const photograph = (background = 'orange') =>
  sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** The only one; throws where there is none. */
export function the<One>(all: readonly One[]): One {
  const [one] = all
  if (one === undefined) throw new Error('nothing there')
  return one
}

export function driveSuite(make: () => Promise<FilledDrive>): void {
  test('an empty one has no folders', async () => {
    const { files } = await make()
    expect(await foldersOf(files)).toEqual([])
  })

  test('folders come newest first, with what was written about them', async () => {
    const { files, add, moment } = await make()
    await add({ name: 'Lisbon ride', description: ' Five shots along the river 🚲 ' })
    moment?.()
    await add({ name: `O'Hara \\ 100 % "new"` })
    const folders = await foldersOf(files)
    expect(folders.map(({ name, description, place }) => [name, description, place])).toEqual([
      [`O'Hara \\ 100 % "new"`, null, null],
      ['Lisbon ride', 'Five shots along the river 🚲', null],
    ])
    expect(folders.every(({ createdAt }) => createdAt > Date.parse('2026-01-01'))).toBe(true)
  })

  test('130 folders come once each, and their pictures in one question', async () => {
    const { files, add } = await make()
    const bytes = await photograph()
    for (let at = 0; at < 130; at += 1) await add({ name: `Day ${at}`, images: { 'a.jpg': bytes } })
    const folders = await foldersOf(files)
    expect(new Set(folders.map(({ id }) => id)).size).toBe(130)
    expect(folders).toHaveLength(130)
    const images = await imagesOf(
      files,
      folders.map(({ id }) => id),
    )
    expect(new Set(images.map(({ folderId }) => folderId)).size).toBe(130)
    expect(images).toHaveLength(130)
  })

  test('pictures of a folder, by what the drive says of them; nothing else in it, and nothing of a folder that is gone', async () => {
    const { files, add } = await make()
    const bytes = await photograph()
    await add({
      name: 'Lisbon',
      images: {
        "it's 1.jpg": bytes,
        '2.png': bytes,
        '3.heic': bytes,
        'empty.jpg': new Uint8Array(),
        'clip.mp4': bytes,
      },
    })
    await add({ name: 'Empty' })
    const [empty, lisbon] = await foldersOf(files)
    const images = await imagesOf(files, [lisbon?.id ?? '', 'gone', empty?.id ?? ''])
    expect(images.map(({ name, type, bytes: size, folderId }) => [name, type, size, folderId === lisbon?.id])).toEqual([
      ['2.png', 'image/png', bytes.length, true],
      ['3.heic', 'image/heif', bytes.length, true],
      ['empty.jpg', 'image/jpeg', 0, true],
      ["it's 1.jpg", 'image/jpeg', bytes.length, true],
    ])
    expect(images.every(({ id, version }) => id.length <= 1_000 && version !== '')).toBe(true)
    expect(await imagesOf(files, [empty?.id ?? ''])).toEqual([])
    expect(await imagesOf(files, [])).toEqual([])
  })

  test('a picture becomes a new file; one that is larger than wanted, or gone, leaves none', async () => {
    const { files, add, remove } = await make()
    const bytes = await photograph()
    await add({ name: 'Lisbon', images: { 'a.jpg': bytes, 'empty.jpg': new Uint8Array() } })
    const images = await imagesOf(files, [the(await foldersOf(files)).id])
    const [first, empty] = images.map(({ id }) => id)
    const request = (bytesMax = bytes.length) => ({ path: newPath(), bytesMax, signal: anySignal() })
    const whole = request()
    expect(await files.download(first ?? '', whole)).toEqual({ bytes: bytes.length })
    expect(readFileSync(whole.path).equals(bytes)).toBe(true)
    const none = request(0)
    expect(await files.download(empty ?? '', none)).toEqual({ bytes: 0 })
    expect(readFileSync(none.path)).toHaveLength(0)

    const small = request(bytes.length - 1)
    expect(await failureOf(files.download(first ?? '', small))).toMatchObject({ kind: 'too_large' })
    const taken = request()
    writeFileSync(taken.path, 'mine')
    await expect(files.download(first ?? '', taken)).rejects.toThrow('EEXIST')
    expect(readFileSync(taken.path, 'utf8')).toBe('mine')
    await remove('Lisbon')
    const late = request()
    expect(await failureOf(files.download(first ?? '', late))).toMatchObject({ kind: 'gone' })
    expect(await failureOf(files.download('../../etc/passwd', late))).toMatchObject({ kind: 'gone' })
    expect([existsSync(small.path), existsSync(late.path)]).toEqual([false, false])
  })

  test('a small picture of a picture, and none of what is none', async () => {
    const { files, add } = await make()
    await add({ name: 'Lisbon', images: { 'a.jpg': await photograph(), 'empty.jpg': new Uint8Array() } })
    const [first, empty] = await imagesOf(files, [the(await foldersOf(files)).id])
    const thumbnail = await files.thumbnail(first?.id ?? '', anySignal())
    const { format } = await sharp(thumbnail?.bytes).metadata()
    expect(`image/${format}`).toBe(thumbnail?.type)
    expect(await files.thumbnail(empty?.id ?? '', anySignal())).toBeNull()
    expect(await failureOf(files.thumbnail('nothing', anySignal()))).toMatchObject({ kind: 'gone' })
  })

  test('a folder gets another name, stays the same one, and is found by its old pictures', async () => {
    const { files, add, remove, names } = await make()
    await add({ name: 'Lisbon', images: { 'a.jpg': await photograph() } })
    const folder = the(await foldersOf(files))
    const image = the(await imagesOf(files, [folder.id]))
    for (const name of ['Lisbon-published', 'Lisbon-published', "It's “new” 🍊"]) {
      await files.rename(folder, name, anySignal())
      expect(names()).toEqual([name])
    }
    expect(the(await foldersOf(files))).toEqual({ ...folder, name: "It's “new” 🍊" })
    expect(await files.download(image.id, { path: newPath(), bytesMax: 1e6, signal: anySignal() })).toMatchObject({})
    await remove("It's “new” 🍊")
    expect(await failureOf(files.rename(folder, 'Other', anySignal()))).toMatchObject({ kind: 'gone' })
  })

  test('a caller that aborts gets its own reason', async () => {
    const { files, add } = await make()
    await add({ name: 'Lisbon', images: { 'a.jpg': await photograph() } })
    const folder = the(await foldersOf(files))
    const image = the(await imagesOf(files, [folder.id]))
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    const path = newPath()
    for (const asking of [
      () => foldersOf(files, signal),
      () => imagesOf(files, [folder.id], signal),
      () => files.thumbnail(image.id, signal),
      () => files.download(image.id, { path, bytesMax: 1e6, signal }),
      () => files.rename(folder, 'Other', signal),
    ])
      await expect(asking()).rejects.toBe(reason)
    expect(existsSync(path)).toBe(false)
  })
}
