/** 'Processing Your Reel': from the start of a render to its video. It leaves the page free while the render runs, and closing it stops nothing (spec §2, D40). */
import './renders.css'
import './processing-dialog.css'
import type { RenderResult } from '@tangelo/contract'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { headlineOf, stepOf } from '../rules/progress.ts'
import { isDone, isEnded } from '../rules/status.ts'
import { isWatchable, videoOf } from '../rules/video.ts'
import { texts } from '../texts.ts'
import { ReelCheckLine } from './reel-check-line.tsx'
import { useCancel } from './use-cancel.ts'
import { DownloadVideo, VideoPlayer } from './video-player.tsx'

interface ProcessingDialogProps {
  readonly renderId: string
  readonly name: string
  /** Undefined until it is known. */
  readonly render: RenderResult | undefined
  /** The last question about it had no answer. */
  readonly isUnreachable: boolean
  /** What can be done with a finished reel, whose video is there. */
  readonly renderNext: (videoUrl: string) => ReactNode
  /** `isDone`: the video was there. */
  readonly onClose: (isDone: boolean) => void
  readonly onRetry: () => void
}

export function ProcessingDialog(props: ProcessingDialogProps) {
  const { renderId, name, render, isUnreachable, renderNext, onClose, onRetry } = props
  const cancel = useCancel(renderId, () => onClose(false))
  const close = <Button onClick={() => onClose(false)}>{texts.processing.close}</Button>
  // Who cancels it knows that it ended: the dialog closes, and a toast says so.
  const isClosing = cancel.busy && render?.isCancelled === true
  const isAside = useIsAside(isClosing || render === undefined || !isEnded(render.status))
  const renderDialog = (title: string, footer: ReactNode, body: ReactNode, done = false) => (
    <Dialog isAside={isAside} onClose={() => onClose(done)} title={title} description={name} footer={footer}>
      {body}
      <p className="sr-only" role="status">
        {title}
      </p>
    </Dialog>
  )

  if (render?.status === 'failed' && !isClosing) {
    const body = (
      <p className="text-body text-ink-2">
        {render.isCancelled ? null : `${render.message ?? texts.processing.failedUnknown} `}
        {texts.creditBack}
      </p>
    )
    const footer = (
      <>
        {close}
        <Button variant="primary" onClick={onRetry}>
          {texts.processing.retry}
        </Button>
      </>
    )
    return renderDialog(render.isCancelled ? texts.cancelled : texts.processing.failed, footer, body)
  }
  if (render && isDone(render.status)) {
    const url = videoOf(render)
    const footer = (
      <>
        <Button onClick={() => onClose(true)}>{texts.processing.close}</Button>
        {isWatchable(url) ? <DownloadVideo url={url} name={name} /> : null}
      </>
    )
    const body = (
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5 max-desk:grid-cols-1 max-desk:justify-items-center">
        {isWatchable(url) ? <VideoPlayer url={url} name={name} /> : <p role="alert">{texts.processing.playFailed}</p>}
        <div className="min-w-0 max-desk:w-full">
          {render.check ? <ReelCheckLine check={render.check} /> : null}
          {isWatchable(url) ? renderNext(url) : null}
        </div>
      </div>
    )
    return renderDialog(texts.processing.done, footer, body, true)
  }
  const footer = (
    <>
      <Button variant="quiet" busy={cancel.busy} onClick={cancel.start}>
        {texts.processing.cancel}
      </Button>
      {close}
    </>
  )
  return renderDialog(
    texts.processing.title,
    footer,
    <Going name={name} render={render} isUnreachable={isUnreachable} />,
  )
}

/** While it runs; and beyond, where the user is typing: what opens over the page would take the focus out of the field. */
function useIsAside(isGoing: boolean): boolean {
  const [isAside, setIsAside] = useState(isGoing)
  useLayoutEffect(() => {
    if (isGoing || !document.activeElement?.matches('input, textarea, select')) setIsAside(isGoing)
  }, [isGoing])
  return isAside
}

interface GoingProps {
  name: string
  render: RenderResult | undefined
  isUnreachable: boolean
}

function Going({ name, render, isUnreachable }: GoingProps) {
  const { percent, text } = render ? headlineOf(render) : { percent: null, text: null }
  const progress = render?.progress ?? 0
  const step = isUnreachable ? texts.processing.unreachable : render ? stepOf(render) : ''
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-5 py-3">
      <Wheel className="size-12" spinning={percent === null} progress={progress} />
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          {percent ? <b className="text-name">{percent}</b> : null}
          <span className="text-label text-ink-2">{text}</span>
        </p>
        <div className="my-2">
          <Progress value={progress} label={texts.progress(name)} />
        </div>
        <p className="text-caption text-ink-3">{[step, texts.goesOn].filter(Boolean).join(' ')}</p>
      </div>
    </div>
  )
}
