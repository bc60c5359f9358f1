/** Pure decisions about uploaded files: their addresses, how a file is named to the person who sent it, and why one is refused. */
import { IMAGE_BYTES_MAX, IMAGES_PER_UPLOAD_MAX, MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import { conflict, Failure, invalidInput } from '#platform/errors.ts'
import type { FormPart } from '#platform/http/form.ts'
import { ImageNotProcessed, UnusableImage } from '#ports/images.ts'

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
    `The images and the music of your company fill their ${(bytesMax / 1024 ** 3).toLocaleString('en')} GB. Delete what is used nowhere: it is listed in your profile.`,
  )

export interface Kind {
  what: string
  bytesMax: number
}

export const IMAGE: Kind = { what: 'Image', bytesMax: IMAGE_BYTES_MAX }
export const MUSIC: Kind = { what: 'Music', bytesMax: MUSIC_BYTES_MAX }

export const toRefusal = ({ place, name }: FormPart, { what }: Kind, status: number, code: string, why: string) => {
  const shown = nameShown(name)
  const begins = what === 'Image' ? `Image ${place} (${shown})` : `“${shown}”`
  return new Failure(status, code, `${begins} ${why}`, { file: { place, name: shown } })
}

const THIS_FILE = 'This file '

/** What the renderer says of a file of music, to go on after the file's name. */
export const musicProblem = (sentence: string): string =>
  sentence.startsWith(THIS_FILE) ? sentence.slice(THIS_FILE.length) : `cannot be used: ${sentence}`

const UNUSABLE = {
  not_an_image: { status: 415, code: 'unsupported_media_type' },
  too_large: { status: 422, code: 'image_too_large' },
  damaged: { status: 422, code: 'unreadable_file' },
} as const

const RETRY_AFTER_SECONDS = 30

/**
 * The refusal of a bad image, or the answer for one that the server could not process now; another error as it is.
 * `part`: where the image came in a form, with others; one that came alone has no name.
 */
export function imageFailure(error: unknown, part?: FormPart): unknown {
  if (error instanceof UnusableImage) {
    const { status, code } = UNUSABLE[error.kind]
    return part
      ? toRefusal(part, IMAGE, status, code, error.message)
      : new Failure(status, code, `The file ${error.message}`)
  }
  if (!(error instanceof ImageNotProcessed)) return error
  const begins = part ? `Image ${part.place} (${nameShown(part.name)})` : 'The file'
  return new Failure(
    503,
    'image_not_processed',
    `${begins} ${error.message}. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}
