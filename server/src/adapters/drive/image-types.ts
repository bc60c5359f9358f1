/** What a file of this name would be, as drives call it; null for what is no image. Its bytes are judged when they come. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heif',
  heif: 'image/heif',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
}

export function imageTypeOf(name: string): string | null {
  // Hidden files are not pictures: macOS writes '._photo.jpg' beside every 'photo.jpg'.
  const extension = /^[^.].*\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return TYPES[extension] ?? null
}
