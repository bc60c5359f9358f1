/** Brings content to the reader as a person would: as a file, which is gone afterwards. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FiguresReading, FileBatch, FileRecord } from '#ports/figures-file.ts'
import { type FiguresFileOptions, figuresFile } from '../index.ts'

/** The moment at which the tests read, unless they say otherwise: a Friday noon in UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12)

export async function withFile<Result>(
  content: string | Uint8Array,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tangelo-figures-'))
  try {
    const path = join(folder, 'brought')
    await writeFile(path, content)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export async function readBatches(path: string, options: FiguresFileOptions = {}): Promise<FileBatch[]> {
  return Array.fromAsync(figuresFile({ now: () => NOW, ...options }).read(path))
}

export async function readContent(
  content: string | Uint8Array,
  options: FiguresFileOptions = {},
): Promise<FileRecord[]> {
  const batches = await withFile(content, (path) => readBatches(path, options))
  return batches.flatMap(({ records }) => records)
}

/** The readings of a file in which nothing may be refused. */
export async function readingsOf(
  content: string | Uint8Array,
  options: FiguresFileOptions = {},
): Promise<FiguresReading[]> {
  return (await readContent(content, options)).map(({ line, reading, refused }) => {
    if (reading === undefined) throw new Error(`Line ${line} was refused: ${refused}`)
    return reading
  })
}

/** Each refused record as `line: reason`. */
export async function refusalsOf(content: string | Uint8Array, options: FiguresFileOptions = {}): Promise<string[]> {
  return (await readContent(content, options)).flatMap(({ line, refused }) =>
    refused === undefined ? [] : [`${line}: ${refused}`],
  )
}
