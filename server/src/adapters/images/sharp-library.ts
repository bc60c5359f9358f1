/** libvips, loaded and bounded. It could read many formats; all but four are closed to it. */
import type sharp from 'sharp'

export type Library = typeof sharp

/** Loaded when the first image comes: the start does not wait for it, and many installations never need it. */
let loaded: Promise<Library> | undefined
export const library = (): Promise<Library> => {
  loaded ??= load()
  return loaded
}

/** SVG can be read while these calls last, from memory only. What users bring is refused by its first bytes before. */
export async function withDrawings<Result>(draw: (lib: Library) => Promise<Result>): Promise<Result> {
  const lib = await library()
  drawing += 1
  lib.unblock(SVG)
  try {
    return await draw(lib)
  } finally {
    drawing -= 1
    if (drawing === 0) lib.block(SVG)
  }
}
let drawing = 0
const SVG = { operation: ['VipsForeignLoadSvgBuffer'] }

async function load(): Promise<Library> {
  const { default: lib } = await import('sharp')
  lib.block({ operation: ['VipsForeignLoad'] })
  lib.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].flatMap((format) => [
      `VipsForeignLoad${format}File`,
      `VipsForeignLoad${format}Buffer`,
    ]),
  })
  // Every image comes once: a cache would only hold memory.
  lib.cache(false)
  lib.concurrency(1)
  return lib
}
