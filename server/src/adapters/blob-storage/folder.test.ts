import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeDataFolder } from '#platform/data-folder.ts'
import { blobStorageSuite } from '../../testing/blob-storage-suite.ts'
import { folderOfTest } from '../../testing/test-folder.ts'
import { folderBlobStorage } from './folder.ts'

function place() {
  const folder = folderOfTest()
  return folder
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('blob storage in a folder', () => {
  blobStorageSuite(() => folderBlobStorage(place()))

  test('spreads its files, and leaves no half written one', async () => {
    const folder = place()
    const blobs = folderBlobStorage(folder)
    const hash = await blobs.put(Buffer.alloc(100_000, 'a'), { compress: true })
    await Promise.all(Array.from({ length: 10 }, () => blobs.put(Buffer.from('the same'))))
    expect(filesIn(folder).map(({ name }) => name.replace('.gz', ''))).toHaveLength(2)
    const path = join(folder, hash.slice(0, 2), `${hash.slice(2)}.gz`)
    expect(statSync(path).size).toBeLessThan(1_000)
  })

  test('that is not writable reports it and leaves nothing', async () => {
    const folder = place()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(folderBlobStorage(file).put(Buffer.from('x'))).rejects.toThrow(/ENOTDIR|EEXIST/)
    mkdirSync(join(folder, 'root'))
    expect(filesIn(join(folder, 'root'))).toEqual([])
  })

  test('half a file goes with the next start, whole ones stay', async () => {
    const path = place()
    const { release, blobsPath } = takeDataFolder(path)
    const hash = await folderBlobStorage(blobsPath).put(Buffer.from('whole'))
    expect(readdirSync(join(blobsPath, 'parts'))).toEqual([])
    writeFileSync(join(blobsPath, 'parts', 'killed.part'), 'ha')
    release()
    takeDataFolder(path).release()
    expect(filesIn(blobsPath).map(({ name }) => name)).toEqual([hash.slice(2)])
  })
})
