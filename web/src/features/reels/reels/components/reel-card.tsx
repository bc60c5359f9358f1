/** One reel: what it is made of, what can be done with it, and its video beside it (spec §2). */
import './reels.css'
import type { Reel, RenderResult } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clapperboard, Images, Play, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { hasCredit, useCredits } from '#features/billing/index.ts'
import { formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { renderStatus } from '../../renders/queries.ts'
import { headlineOf, isWatchable } from '../../renders/rules.ts'
import { texts as renderTexts } from '../../renders/texts.ts'
import { isRendering, nameOf, statusVariant } from '../rules.ts'
import { texts } from '../texts.ts'

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
      <Video {...props} name={name} />
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

/** The video, how far it has come, why there is none, or that there is none yet. */
function Video({ reel, name, onView, onProgress }: ReelCardProps & { name: string }) {
  const { render, videoUrl } = reel
  if (render && isRendering(reel)) {
    return <Rendering reel={reel} listed={render} name={name} onProgress={onProgress} />
  }
  if (videoUrl) {
    return (
      <button type="button" className="reel-video" onClick={() => onView(reel)}>
        <span className="sr-only">{texts.card.view(name)}</span> <Cover url={reel.coverUrl ?? reel.imageUrl} />
        <span className="reel-play">
          <Play />
        </span>
        <span className="reel-video-line">
          {texts.card.video} {isWatchable(videoUrl) ? <Badge tone="good">{texts.card.ready}</Badge> : null}
        </span>
      </button>
    )
  }
  const isFailed = render?.status === 'failed' && !render.isCancelled
  return (
    <div className="reel-video">
      <div className="text-caption relative grid justify-items-center gap-1.5 p-3 text-ink-3 text-center">
        {isFailed ? <TriangleAlert className="size-5 text-bad" /> : <Clapperboard className="size-5" />}
        {isFailed ? <b className="text-label font-strong text-ink">{texts.card.failed}</b> : texts.card.noVideo}
        {isFailed ? (
          <span className="line-clamp-5 max-h-20 wrap-anywhere" title={render.message ?? undefined}>
            {render.message}
          </span>
        ) : null}
      </div>
    </div>
  )
}

interface RenderingProps extends Pick<ReelActions, 'onProgress'> {
  reel: Reel
  /** As the list has it: older than the render's own query. */
  listed: RenderResult
  name: string
}

function Rendering({ reel, listed, name, onProgress }: RenderingProps) {
  const render = useQuery(renderStatus(listed.id)).data ?? listed
  const { percent, text } = headlineOf(render)
  return (
    <button type="button" className="reel-video" onClick={() => onProgress(reel)}>
      <span className="sr-only">{renderTexts.showDetails(name)}</span> <Cover url={reel.coverUrl} dimmed />
      <span className="text-caption relative grid justify-items-center gap-1.5 p-3 text-ink-3 text-center">
        <Wheel className="size-8" spinning={percent === null} progress={render.progress} />
        <b className="text-label font-strong text-ink">{percent ?? texts.card.rendering} </b>
        <span className="w-24" aria-hidden="true">
          <Progress value={render.progress} label={renderTexts.progress(name)} />
        </span>
        {text}
      </span>
    </button>
  )
}

function Cover({ url, dimmed = false }: { url: string | null; dimmed?: boolean }) {
  return (
    <Picture
      className={`size-full inset-0 absolute object-cover ${dimmed ? 'opacity-20' : ''}`}
      src={url}
      sizes="240px"
    />
  )
}
