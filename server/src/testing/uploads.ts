/** Images for tests of uploads: made, sent through the door, and what they leave in the data folder. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Person, World } from './world.ts'

export type Bytes = Uint8Array<ArrayBuffer>
export const bytesOf = (buffer: Buffer | string): Bytes => new Uint8Array(Buffer.from(buffer))

export const plain = (width = 60, height = 40, background = { r: 230, g: 120, b: 20, alpha: 1 }) =>
  sharp({ create: { width, height, channels: background.alpha < 1 ? 4 : 3, background } })

/** No two alike, and nothing a compressor can do about it. */
export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

export const jpeg = async () => bytesOf(await plain().jpeg().toBuffer())

type File = readonly [content: Bytes, name?: string]

export function imagesForm(files: readonly File[], field = 'images'): FormData {
  const data = new FormData()
  for (const [content, name = 'image.jpg'] of files) data.append(field, new Blob([content]), name)
  return data
}

export const upload = ({ ask }: Pick<World, 'ask'>, files: readonly File[], who: Person = 'pro') =>
  ask(who, 'POST', '/api/upload/images', imagesForm(files))

export const blobsOf = ({ folder }: World) => readdirSync(join(folder, 'blobs'), { recursive: true }).toSorted()

export const leftovers = ({ folder }: World) => readdirSync(folder).filter((name) => name.startsWith('upload-'))
