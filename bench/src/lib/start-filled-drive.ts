/** A Google Drive behind a stand-in, filled with folders of small pictures, and large photographs to import. */
import { type GoogleStandIn, googleStandIn } from '@tangelo/stand-ins'
import sharp from 'sharp'
import { photograph } from './photographs.ts'

export const LATENCY_MS = 100
export const PICTURES_OF_A_FOLDER = 20
export const PHOTOGRAPHS = 6

/** In this process, which is not the one that is measured. */
export async function startFilledDrive(folders: number): Promise<{ google: GoogleStandIn; reels: string }> {
  const google = await googleStandIn({ latencyMs: LATENCY_MS }).start()
  const parent = google.drive.addFolder({ name: 'reels' })
  const bytes = await sharp({ create: { width: 9, height: 16, channels: 3, background: 'orange' } })
    .jpeg()
    .toBuffer()
  for (let at = 0; at < folders; at += 1) {
    const folder = google.drive.addFolder({ name: `Day ${at}`, parent, createdAt: Date.now() - at * 60_000 })
    for (let of = 0; of < PICTURES_OF_A_FOLDER; of += 1)
      google.drive.addFile({ name: `${of}.jpg`, parent: folder, type: 'image/jpeg', bytes })
  }
  return { google, reels: parent }
}

/** Of twelve million pixels with grain, about nine megabytes each; no two are the same. */
export async function largePhotographs(): Promise<Buffer[]> {
  const size = { width: 3_000, height: 4_000 }
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { ...size, channels: 3, background: 'grey', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const small = await photograph(1, size.width / 4, size.height / 4)
  const found: Buffer[] = []
  for (let at = 0; at < PHOTOGRAPHS; at += 1) {
    const picture = sharp(small)
      .modulate({ hue: at * 20 })
      .resize({ ...size, fit: 'fill' })
    const grained = picture.composite([{ input: grain, blend: 'soft-light' }])
    found.push(await grained.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer())
  }
  return found
}
