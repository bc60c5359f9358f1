/** Pure decisions about uploaded files: their addresses, how a file is named to the person who sent it, and why one is refused. */
import { IMAGE_BYTES_MAX, IMAGES_PER_UPLOAD_MAX, MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import { conflict, Failure, invalidInput } from '#platform/errors.ts'
import type { FormPart } from '#platform/http/form.ts'
import type { UnusableImage } from '#ports/images.ts'

const ADDRESS = /^\/media\/u\/([A-Za-z0-9_-]{22})$/

export const addressOf = (id: string): string => `/media/u/${id}`

/** The id in an address of ours; null for any other. */
export const idInAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

const MUSIC_ADDRESS = /^\/media\/m\/([A-Za-z0-9_-]{22})$/

export const musicAddressOf = (id: string): string => `/media/m/${id}`

export const idInMusicAddress = (address: string): string | null => MUSIC_ADDRESS.exec(address)?.[1] ?? null

const NAME_SHOWN_MAX = 60

/**
 * A file's name within a sentence: characters that turn the direction of text or cannot be seen would change what the
 * sentence says.
 */
export function nameShown(name: string): string {
  const seen = name.toWellFormed().replaceAll(/\p{C}/gu, '').trim()
  const characters = Array.from(seen)
  return characters.length > NAME_SHOWN_MAX ? `${characters.slice(0, NAME_SHOWN_MAX).join('')}…` : seen
}

/** In words of the specification (§5). */
export const tooManyImages = () =>
  new Failure(400, 'too_many_images', `You can only upload a maximum of ${IMAGES_PER_UPLOAD_MAX} images for a reel.`)

export const oneFileOfMusic = () => invalidInput('Send one file of music', { music: 'must be one file' })

export const storageFull = (bytesMax: number) =>
  conflict(
    'storage_full',
    `The images and the music of your company fill their ${(bytesMax / 1024 ** 3).toLocaleString('en')} GB`,
  )

export interface Kind {
  what: string
  bytesMax: number
}

export const IMAGE: Kind = { what: 'Image', bytesMax: IMAGE_BYTES_MAX }
export const MUSIC: Kind = { what: 'Music', bytesMax: MUSIC_BYTES_MAX }

export const refused = ({ place, name }: FormPart, { what }: Kind, status: number, code: string, why: string) => {
  const shown = nameShown(name)
  const begins = what === 'Image' ? `Image ${place} (${shown})` : `“${shown}”`
  return new Failure(status, code, `${begins} ${why}`, { file: { place, name: shown } })
}

const STATUS = { not_an_image: 415, too_large: 422, damaged: 422 } as const
const CODE = {
  not_an_image: 'unsupported_media_type',
  too_large: 'image_too_large',
  damaged: 'unreadable_file',
} as const

export const unusable = (part: FormPart, { kind, message }: UnusableImage): Failure =>
  refused(part, IMAGE, STATUS[kind], CODE[kind], message)
