/** One reel: what it is made of, what can be done with it, and its video beside it (spec §2). */
import './reels.css'
import type { Reel } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { memo } from 'react'
import { hasCredit, useCredits } from '#features/billing/index.ts'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { isWatchable } from '../../renders/rules/video.ts'
import { isRendering, nameOf, statusVariant } from '../rules.ts'
import { texts } from '../texts.ts'
import { ReelVideo } from './reel-video.tsx'

export interface ReelActions {
  readonly onGenerate: (reel: Reel) => void
  readonly onView: (reel: Reel) => void
  readonly onDelete: (reel: Reel) => void
  readonly onImages: (reel: Reel) => void
  /** The progress of the render that is under way. */
  readonly onProgress: (reel: Reel) => void
}

interface ReelCardProps extends ReelActions {
  readonly reel: Reel
  readonly isSelected: boolean
  readonly isBusy: boolean
  /** What says why the buttons are off when there are no credits. */
  readonly noticeId: string
  readonly place: number
  readonly total: number
}

export const ReelCard = /* @__PURE__ */ memo(function ReelCard(props: ReelCardProps) {
  const { reel, isSelected, isBusy, noticeId, place, total, onGenerate, onDelete, onImages } = props
  const now = useNow()
  const canPay = hasCredit(useCredits(reel.companyId))
  const name = nameOf(reel)
  const label = isWatchable(reel.videoUrl) ? texts.card.regenerate : texts.card.generate
  const hasImages = reel.images.length > 0
  return (
    <li
      className="card reel-card"
      data-reel={reel.id}
      data-picked={isSelected ? '' : undefined}
      aria-posinset={place}
      aria-setsize={total}
    >
      <div className="reel-info">
        <div className="flex items-center gap-2 text-label text-ink-2">
          <time className="min-w-0 truncate" dateTime={reel.createdTime}>
            {formatMoment(reel.createdTime, now)}
          </time>
          <Badge variant={statusVariant(reel.status)}>{reel.status}</Badge>
        </div>
        <Link
          to="/reel-maker"
          search={{ record: reel.id }}
          className="card-link reel-open"
          dir="auto"
          aria-current={isSelected ? 'true' : undefined}
          data-empty={reel.caption?.trim() ? undefined : ''}
        >
          <span className="sr-only">{texts.card.open}</span>{' '}
          {reel.caption?.trim() ? reel.caption.slice(0, 400) : texts.card.noCaption}
        </Link>
        <Thumbnails images={reel.images} />
      </div>
      <div className="reel-actions">
        <Button
          aria-label={texts.card.generateOf(label, name)}
          aria-describedby={canPay ? undefined : noticeId}
          disabled={!canPay || !hasImages || isRendering(reel)}
          title={hasImages ? undefined : texts.card.needsImages}
          busy={isBusy}
          busyLabel={texts.card.generating}
          onClick={() => onGenerate(reel)}
        >
          {label}
        </Button>
        <Button variant="quiet" aria-label={texts.card.removeOf(name)} onClick={() => onDelete(reel)}>
          {texts.card.remove}
        </Button>
        <IconButton
          className="ml-auto"
          label={texts.card.changeImagesOf(name)}
          title={hasImages ? texts.card.changeImages : texts.card.addImages}
          icon={<Images />}
          onClick={() => onImages(reel)}
        />
      </div>
      <ReelVideo reel={reel} name={name} onView={props.onView} onProgress={props.onProgress} />
    </li>
  )
})

function Thumbnails({ images }: { images: readonly string[] }) {
  if (images.length === 0) return <p className="text-label text-ink-3">{texts.card.noImages}</p>
  return (
    <div className="reel-thumbs" role="img" aria-label={texts.card.images(images.length)}>
      {images.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one image may stand twice in a reel, and nothing here has a state
        <span key={`${url} ${index}`}>
          <Picture src={url} sizes="72px" />
        </span>
      ))}
    </div>
  )
}
