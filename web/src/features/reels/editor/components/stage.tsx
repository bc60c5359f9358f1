/** The preview as large as there is room, with what the app lays over a reel, and the way through it. */

import './stage.css'
import type { Timeline } from '@tangelo/kernel/timeline'
import { Maximize2, Minimize2, Pause, Play } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useFullscreen } from '#lib/use-fullscreen.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { texts } from '../texts.ts'
import type { Player } from './player.ts'
import { PlayTime, Scrubber } from './scrubber.tsx'
import type { ShownPreview } from './use-preview.ts'

interface StageProps {
  readonly preview: ShownPreview
  readonly player: Player
  readonly timeline: Timeline | null
  readonly pictures: readonly string[]
  /** Names of pictures that cannot be shown. */
  readonly missingNames: readonly string[]
  readonly coverSeconds: number
}

export function Stage({ preview, player, timeline, pictures, missingNames, coverSeconds }: StageProps) {
  const stage = useRef<HTMLElement>(null)
  const [showsZones, setShowsZones] = useState(true)
  const [isFitted, setFitted] = useState(true)
  const { isFull, toggle } = useFullscreen(stage)
  return (
    <section
      ref={stage}
      className="[grid-area:stage] min-w-0 border-l border-line bg-sunken max-desk:border-l-0"
      aria-labelledby="reel-stage-heading"
      data-full={isFull ? '' : undefined}
    >
      <h3 id="reel-stage-heading" className="sr-only">
        {texts.stage.title}
      </h3>
      <div className="editor-stage-body">
        <div className="editor-stage-head">
          <Switch label={texts.stage.safeZones} isOn={showsZones} onChange={setShowsZones}>
            {texts.stage.safeZones}
          </Switch>
          <span className="grow" />
          {isFull ? null : (
            <Button
              size="small"
              variant="quiet"
              className="max-desk:hidden"
              aria-pressed={isFitted}
              title={texts.stage.fitHint}
              onClick={() => setFitted(!isFitted)}
            >
              {texts.stage.fit}
            </Button>
          )}
          {document.fullscreenEnabled ? (
            <IconButton
              size="small"
              label={isFull ? texts.stage.leaveFullscreen : texts.stage.fullscreen}
              icon={isFull ? <Minimize2 /> : <Maximize2 />}
              onClick={toggle}
            />
          ) : null}
        </div>
        <div className="editor-view" data-fitted={isFitted ? '' : undefined}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, and Space anywhere in the editor */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a picture to click on; who does not see it has the button below */}
          <div ref={preview.place} className="editor-canvas absolute inset-0" onClick={() => toggleOf(player)} />
          {showsZones && timeline ? <SafeZones /> : null}
          <Faces preview={preview} hasPictures={timeline !== null} />
        </div>
        {missingNames.length > 0 ? (
          <p className="text-label flex flex-wrap items-center justify-center gap-2 text-bad" role="alert">
            {texts.stage.pictureMissing(missingNames.join(', '))}
            <Button size="small" onClick={preview.retry}>
              {texts.stage.retry}
            </Button>
          </p>
        ) : null}
        {timeline ? (
          <div className="editor-bar">
            <PlayButton player={player} />
            <Scrubber player={player} timeline={timeline} pictures={pictures} coverSeconds={coverSeconds} />
            <PlayTime player={player} total={timeline.seconds} />
          </div>
        ) : null}
      </div>
    </section>
  )
}

export function toggleOf(player: Player): void {
  if (player.state().isPlaying) player.pause()
  else player.play()
}

function PlayButton({ player }: { readonly player: Player }) {
  const isPlaying = useSyncExternalStore(player.subscribe, () => player.state().isPlaying)
  return (
    <IconButton
      variant="default"
      label={isPlaying ? texts.stage.pause : texts.stage.play}
      icon={isPlaying ? <Pause /> : <Play />}
      onClick={() => toggleOf(player)}
    />
  )
}

/** Instagram's own things on a reel; captions stay outside of them. */
function SafeZones() {
  return (
    <div className="editor-zones absolute inset-0 overflow-hidden" aria-hidden="true">
      <i className="editor-zone-top">
        <span>{texts.stage.accountName}</span>
      </i>
      <i className="editor-zone-right" />
      <i className="editor-zone-bottom">
        <span>{texts.stage.appButtons}</span>
      </i>
    </div>
  )
}

function Faces({ preview, hasPictures }: { readonly preview: ShownPreview; readonly hasPictures: boolean }) {
  if (preview.hasFailed) {
    return (
      <div className="editor-face absolute inset-0 gap-1 p-6 text-center" role="alert">
        <p className="text-panel">{texts.stage.failed}</p>
        <p className="text-label">{texts.stage.failedDescription}</p>
      </div>
    )
  }
  if (preview.isDrawn || !hasPictures || preview.missing.size > 0) return null
  return (
    <div className="editor-face absolute inset-0 gap-1 p-6 text-center" role="status">
      <Wheel spinning />
      <p className="sr-only">{texts.stage.loading}</p>
    </div>
  )
}
