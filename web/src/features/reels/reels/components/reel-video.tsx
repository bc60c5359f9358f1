/** The video of a reel on its card, how far it has come, why there is none, or that there is none yet. */
import type { Reel, RenderResult } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Clapperboard, Play, TriangleAlert } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { Picture } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { renderStatus } from '../../renders/queries.ts'
import { headlineOf } from '../../renders/rules/progress.ts'
import { isWatchable } from '../../renders/rules/video.ts'
import { texts as renderTexts } from '../../renders/texts.ts'
import { isRendering } from '../rules.ts'
import { texts } from '../texts.ts'

interface ReelVideoProps {
  readonly reel: Reel
  readonly name: string
  readonly onView: (reel: Reel) => void
  /** The progress of the render that is under way. */
  readonly onProgress: (reel: Reel) => void
}

export function ReelVideo({ reel, name, onView, onProgress }: ReelVideoProps) {
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
          {texts.card.video} {isWatchable(videoUrl) ? <State isOutdated={reel.isVideoOutdated} /> : null}
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

const State = ({ isOutdated }: { isOutdated: boolean }) =>
  isOutdated ? <Badge tone="amber">{texts.card.outdated}</Badge> : <Badge tone="good">{texts.card.ready}</Badge>

interface RenderingProps extends Omit<ReelVideoProps, 'onView'> {
  /** As the list has it: older than the render's own query. */
  readonly listed: RenderResult
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
