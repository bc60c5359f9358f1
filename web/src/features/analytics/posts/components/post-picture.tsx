/** The picture of a post in a small square; without one, the sign of its format. */
import type { PostFormat } from '@tangelo/contract/limits'
import { Clapperboard, Image, Images, Video } from 'lucide-react'
import { Picture } from '#ui/picture.tsx'

const SIGNS = { image: Image, video: Video, carousel: Images, reel: Clapperboard } as const

interface PostPictureProps {
  readonly format: PostFormat
  readonly imageUrl: string | null
  /** Its size. */
  readonly className: string
}

export function PostPicture({ format, imageUrl, className }: PostPictureProps) {
  const Sign = SIGNS[format]
  return (
    <span className={`block flex-none overflow-hidden rounded-control bg-sunken ${className}`}>
      <Picture
        src={imageUrl}
        sizes="44px"
        width={44}
        height={44}
        fallback={
          <span className="grid size-full place-items-center text-ink-3">
            <Sign />
          </span>
        }
      />
    </span>
  )
}
