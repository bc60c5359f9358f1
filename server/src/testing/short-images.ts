/** The image library on a server that is short of time: every image is as heavy as the heaviest, and a second is all it has. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import type { Images } from '#ports/images.ts'
import { withBusyCores } from './busy-cores.ts'
import { hugeGif } from './huge-gif.ts'
import { folderOfTest } from './test-folder.ts'

/** Nearly as many pixels as are allowed: a quick machine decodes fewer within a second, even with busy cores. */
const heavyGif = (): Uint8Array<ArrayBuffer> => new Uint8Array(hugeGif({ width: 9_900, height: 9_900, frames: 1 }))

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
