/**
 * Pictures of the world: small PNG files with a pattern of their own, drawn when they are asked for. Their addresses
 * are signed and expire, as those of the real site do.
 */
import { crc32, deflateSync } from 'node:zlib'
import type { FileAnswer } from '../http/send.ts'
import { numberFor } from './chance.ts'

/** Where pictures live below the address of a stand-in. */
export const picturesPath = '/pictures/'

const hourMs = 3_600_000

/** Makes the addresses of pictures. Equal within an hour, so that a page asked twice is the same page. */
export function pictureLinks({ base, at, lifeMs }: { base: string; at: number; lifeMs: number }) {
  const expires = Math.ceil((at + lifeMs) / hourMs) * hourMs
  const link = (key: string, size: string) => {
    const path = `${picturesPath}${size}/${key}.png`
    const until = (expires / 1000).toString(16)
    return `${base}${path}?oh=${signature(path, until)}&oe=${until}`
  }
  return {
    profile: (key: string) => link(key, '96x96'),
    post: (key: string) => link(key, '96x120'),
  }
}

/**
 * What a picture's address answers at a moment: 403 after its time or with a changed signature, as the real site
 * does.
 */
export function pictureAt(url: URL, now: number): FileAnswer {
  const refuse = (status: number, body: string) => ({ status, type: 'text/plain', body })
  const found = /^\/pictures\/(\d{1,3})x(\d{1,3})\/([A-Za-z0-9_-]+)\.png$/.exec(url.pathname)
  if (!found) return refuse(404, 'Not Found')
  const until = url.searchParams.get('oe') ?? ''
  if (url.searchParams.get('oh') !== signature(url.pathname, until)) return refuse(403, 'Bad URL hash')
  if (now >= Number.parseInt(until, 16) * 1000) return refuse(403, 'URL signature expired')
  const [, width, height, key = ''] = found
  return { status: 200, type: 'image/png', body: drawPicture(key, Number(width), Number(height)) }
}

const signature = (path: string, until: string) => numberFor('picture', path, until).toString(16).padStart(8, '0')

const cells = 6

/** A PNG: a mirrored pattern of cells in two colours. */
export function drawPicture(key: string, width: number, height: number): Buffer {
  const light = colour(key, 'light', 150)
  const dark = colour(key, 'dark', 30)
  const pattern = Array.from({ length: cells * cells }, (_, cell) => {
    const column = cell % cells
    return numberFor(key, Math.min(column, cells - 1 - column), Math.floor(cell / cells)) % 2 === 0 ? dark : light
  })
  const rows: Buffer[] = []
  for (let y = 0; y < height; y += 1) {
    // Each line of a PNG begins with its filter; 0 is none.
    const row = Buffer.alloc(1 + 3 * width)
    for (let x = 0; x < width; x += 1) {
      const cell = cells * Math.floor((cells * y) / height) + Math.floor((cells * x) / width)
      row.set(pattern[cell] ?? light, 1 + 3 * x)
    }
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const signatureOfPng = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signatureOfPng, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const colour = (key: string, word: string, least: number) =>
  ['red', 'green', 'blue'].map((part) => least + (numberFor(key, word, part) % 100))

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(8 + body.length)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), 4 + body.length)
  return framed
}
