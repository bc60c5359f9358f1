/** libvips, loaded and bounded. It could read many formats; all but four are closed to it. */
import type sharp from 'sharp'

export type Library = typeof sharp

/** Loaded when the first image comes: the start does not wait for it, and many installations never need it. */
let loaded: Promise<Library> | undefined
export const library = (): Promise<Library> => {
  loaded ??= load()
  return loaded
}

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
