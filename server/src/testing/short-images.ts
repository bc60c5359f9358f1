/** The image library on a server that is short of time: every image is as heavy as the heaviest, and a second is all it has. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import type { Images } from '#ports/images.ts'
import { withBusyCores } from './busy-cores.ts'
import { hugeGif } from './huge-gif.ts'
import { folderOfTest } from './test-folder.ts'

/** An idle machine may decode it within a second; one with busy cores does not. */
const heavyGif = (): Uint8Array<ArrayBuffer> => new Uint8Array(hugeGif({ width: 8_000, height: 8_000, frames: 1 }))

/** `recover` makes it the usual library, until `fail` is called again. */
export function shortImages(): Images & { recover(): void; fail(): void } {
  const folder = folderOfTest()
  const heavy = join(folder, 'image')
  writeFileSync(heavy, heavyGif())
  const usual = sharpImages()
  const short = sharpImages({ secondsMax: 1 })
  let isShort = true
  return {
    ...usual,
    prepare: (path) => (isShort ? withBusyCores(() => short.prepare(heavy)) : usual.prepare(path)),
    reduce: (bytes, sideMax) =>
      isShort ? withBusyCores(() => short.reduce(heavyGif(), sideMax)) : usual.reduce(bytes, sideMax),
    variant: (source, width) =>
      isShort ? withBusyCores(() => short.variant(heavy, width)) : usual.variant(source, width),
    recover() {
      isShort = false
    },
    fail() {
      isShort = true
    },
  }
}
