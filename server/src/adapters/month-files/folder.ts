/** Exported months in a folder. A file appears under its name only when it is whole and on the disk. */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MonthFiles } from '#ports/month-files.ts'

export function folderMonthFiles(folder: string): MonthFiles {
  const pathOf = (name: string) => join(folder, name)
  return {
    place: `the folder ${folder}`,
    read: (name) => ifThere(readFile(pathOf(name))),
    has: async (name) => (await ifThere(stat(pathOf(name)))) !== null,
    async open(name) {
      const file = await ifThere(open(pathOf(name)))
      return file?.createReadStream() ?? null
    },
    async put(name, path) {
      const part = pathOf(`${name}.${randomUUID()}.part`)
      await mkdir(dirname(part), { recursive: true })
      try {
        await copyFile(path, part)
        const file = await open(part, 'r+')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, pathOf(name))
      } finally {
        await rm(part, { force: true })
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

async function ifThere<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
