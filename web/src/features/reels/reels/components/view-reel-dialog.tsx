/** 'View Reel': the finished video, whether Instagram takes it, and the way to have it as a file. */
import '../../renders/components/renders.css'
import type { Reel } from '@tangelo/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ReelCheckLine } from '../../renders/components/reel-check-line.tsx'
import { DownloadVideo, VideoPlayer } from '../../renders/components/video-player.tsx'
import { nameOf } from '../rules.ts'
import { texts } from '../texts.ts'

interface ViewReelDialogProps {
  readonly reel: Reel
  readonly videoUrl: string
  /** What can be done with the finished reel. */
  readonly next: ReactNode
  readonly onClose: () => void
}

export function ViewReelDialog({ reel, videoUrl, next, onClose }: ViewReelDialogProps) {
  const name = nameOf(reel)
  return (
    <Dialog
      onClose={onClose}
      title={texts.view.title}
      description={name}
      footer={
        <>
          <Button onClick={onClose}>{texts.view.close}</Button>
          <DownloadVideo url={videoUrl} name={name} />
        </>
      }
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5 max-desk:grid-cols-1 max-desk:justify-items-center">
        <VideoPlayer url={videoUrl} name={name} coverUrl={reel.coverUrl} />
        <div className="min-w-0 max-desk:w-full">
          {reel.isVideoOutdated ? (
            <p className="mb-3 flex gap-2 text-label text-ink-2">
              <TriangleAlert className="mt-0.5 flex-none text-amber" aria-hidden="true" />
              {texts.view.outdated}
            </p>
          ) : null}
          {reel.check ? <ReelCheckLine check={reel.check} /> : null}
          {next}
        </div>
      </div>
    </Dialog>
  )
}
