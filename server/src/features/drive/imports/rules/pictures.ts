/** Pure decisions about the pictures of a folder: which become a reel, and why one cannot be used. */
import type { DriveImport } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { Failure } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { DriveFailure } from '#ports/drive.ts'
import type { ImportRow, KeptImage } from '../../folders/folders.rules.ts'

export type Refused = DriveImport['refused'][number]

/** The first ones by name (D31), and how many are left out. */
export const chooseImages = <Image extends Pick<KeptImage, 'id'>>(images: readonly Image[]) => ({
  images: images.slice(0, REEL_IMAGES_MAX),
  leftOut: Math.max(0, images.length - REEL_IMAGES_MAX),
})

export const noImages = () => new Failure(422, 'no_images', 'There are no images in this folder.')

/** Some of the images are unusable, and the user has not agreed to go on without them. */
export class ImagesRefused extends Error {
  readonly refused: readonly Refused[]
  readonly usable: number
  constructor(refused: readonly Refused[], usable: number) {
    super(usable === 0 ? noneUsable(refused) : someRefused(refused.length, refused.length + usable))
    this.refused = refused
    this.usable = usable
  }
}

const noneUsable = ([first, ...others]: readonly Refused[]): string =>
  others.length === 0
    ? `${first?.name} ${first?.message}`
    : `None of the ${others.length + 1} images can be used: ${first?.name} ${first?.message}`

const someRefused = (refused: number, of: number): string =>
  `${refused} of ${of} images cannot be used. Import the others, or put better ones into the folder.`

/** Why a picture alone could not be fetched: the rest of a sentence that begins with its name. Null: not the picture's fault. */
export function faultOfImage({ kind }: DriveFailure): string | null {
  if (kind === 'too_large') return 'is larger than 10 MB'
  if (kind === 'gone') return 'is not in the folder any more'
  if (kind === 'refused') return 'may not be downloaded from the drive'
  return null
}

/** Why an upload refuses a picture, without the beginning that names it. */
export function reasonIn({ message, details }: Failure): string {
  const file = details.file
  const isNamed = typeof file === 'object' && file !== null && 'place' in file && 'name' in file
  const beginning = isNamed ? `Image ${file.place} (${file.name}) ` : ''
  return message.startsWith(beginning) ? message.slice(beginning.length) : message
}

/**
 * The user who requested it. They may have been removed since, so only the company is checked; the rest was checked at
 * the request.
 */
export const importerOf = ({ user_id, user_name, company_id }: ImportRow): Viewer => ({
  userId: user_id,
  username: user_name,
  role: 'pro',
  companyId: company_id,
  companyName: null,
  mustChangePassword: false,
  address: null,
  via: 'server',
})
