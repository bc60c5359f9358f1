/** Reels and their images, as people would bring them. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { House, StoredSession } from './house.ts'

export const COLOURS = { 'orange.png': [240, 140, 30], 'green.png': [40, 160, 60], 'blue.png': [30, 60, 200] } as const

/** A PNG of one point. */
const point = (colour: readonly number[]) => pngOf(1, 1, Uint8Array.from([0, ...colour]))

/** Nothing an encoder could leave out: a reel of it takes long to render. */
function noise(): Uint8Array<ArrayBuffer> {
  const [width, height] = [360, 640]
  const rows = Array.from({ length: height }, () => Buffer.concat([Uint8Array.of(0), randomBytes(width * 3)]))
  return pngOf(width, height, Buffer.concat(rows))
}

function pngOf(width: number, height: number, rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Uint8Array.from(
    Buffer.concat([
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array(0)),
    ]),
  )
}

/** Makes a reel of three images, each of one colour, or of noise, which takes long to render. It costs its maker a credit. */
export async function addReel(
  { address }: House,
  session: StoredSession | null,
  text: string,
  isLong = false,
): Promise<string> {
  const headers = { authorization: `Bearer ${session?.token}` }
  const form = new FormData()
  for (const [name, colour] of Object.entries(COLOURS)) {
    form.append('images', new Blob([isLong ? noise() : point(colour)], { type: 'image/png' }), name)
  }
  const uploaded = await fetch(`${address}/api/upload/images`, { method: 'POST', headers, body: form })
  const { imageUrls }: { imageUrls: string[] } = await uploaded.json()
  const made = await fetch(`${address}/api/airtable/create-reel`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ images: imageUrls, text }),
  })
  const { reel }: { reel: { id: string; settings: { pictures: object[] } } } = await made.json()
  if (!isLong) return reel.id
  const pictures = reel.settings.pictures.map((picture) => ({ ...picture, seconds: 10 }))
  await fetch(`${address}/api/reels/${reel.id}/settings`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ images: imageUrls, settings: { ...reel.settings, pictures } }),
  })
  return reel.id
}

/** An image as a person chooses it. */
export function imageNamed(name: string, colour: readonly number[] = COLOURS['orange.png']) {
  return { name, mimeType: 'image/png', buffer: Buffer.from(point(colour)) }
}
