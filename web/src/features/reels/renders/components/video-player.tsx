/** A finished reel, and the way to have it as a file. */
import './renders.css'
import { Download, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Video } from '#ui/video.tsx'
import { downloadOf } from '../rules/video.ts'
import { texts } from '../texts.ts'

interface VideoPlayerProps {
  readonly url: string
  readonly name: string
  readonly coverUrl?: string | null
}

export function VideoPlayer({ url, name, coverUrl = null }: VideoPlayerProps) {
  const [failed, setFailed] = useState<string>()
  if (failed === url) {
    return (
      <div
        className="w-[min(252px,_34vh)] [aspect-ratio:9_/_16] rounded-panel bg-sunken object-contain grid place-content-center justify-items-center gap-2 px-5 text-center"
        role="alert"
      >
        <TriangleAlert className="size-5 text-bad" />
        <p className="text-label text-ink-2">{texts.processing.playFailed}</p>
      </div>
    )
  }
  return <Video src={url} poster={coverUrl} label={texts.processing.player(name)} onError={() => setFailed(url)} />
}

export function DownloadVideo({ url, name }: { readonly url: string; readonly name: string }) {
  return (
    <a className="button" data-variant="primary" href={downloadOf(url, name)} download>
      <Download />
      {texts.processing.download}
    </a>
  )
}
