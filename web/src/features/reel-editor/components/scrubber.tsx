/** The reel from left to right: tiles as wide as their seconds, bright stripes where one goes over into the next. */

import { REEL_FPS } from '@tangelo/contract/limits'
import type { Timeline } from '@tangelo/kernel/timeline'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from 'react'
import { secondsAfterKey, stripesOf, tilesOf } from '../rules.ts'
import { texts } from '../texts.ts'
import type { Player } from './player.ts'

interface ScrubberProps {
  readonly player: Player
  readonly timeline: Timeline
  /** Addresses of small pictures, in the order of the reel. */
  readonly pictures: readonly string[]
  readonly coverSeconds: number
}

export function Scrubber({ player, timeline, pictures, coverSeconds }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null)
  const { seconds } = useSyncExternalStore(player.subscribe, player.state)
  const total = timeline.seconds

  const seekTo = ({ clientX }: PointerEvent): void => {
    const box = track.current?.getBoundingClientRect()
    if (box) player.seek(((clientX - box.left) / box.width) * total)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seekTo(event)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = secondsAfterKey(event, player.state().seconds, timeline)
    if (next === null) return
    event.preventDefault()
    player.seek(next)
  }
  return (
    <div
      ref={track}
      className="editor-track"
      role="slider"
      tabIndex={0}
      aria-label={texts.stage.position}
      aria-valuemin={0}
      aria-valuemax={Number(total.toFixed(2))}
      aria-valuenow={Number(seconds.toFixed(2))}
      aria-valuetext={texts.stage.positionText(seconds, total)}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
      }}
      onKeyDown={onKeyDown}
    >
      {tilesOf(timeline).map(({ key, from, length }, index) => (
        <span key={key} className="editor-tile" style={spanOf(from, length, total)}>
          <img src={pictures[index]} alt="" draggable={false} />
        </span>
      ))}
      {stripesOf(timeline).map(({ from, length }) => (
        <i key={from} className="editor-stripe" style={spanOf(from, length, total)} />
      ))}
      <i className="editor-cover-mark" style={{ left: shareOf(Math.min(coverSeconds, total), total) }} />
      <i className="editor-playhead" style={{ left: shareOf(seconds, total) }} />
    </div>
  )
}

export function PlayTime({ player, total }: { readonly player: Player; readonly total: number }) {
  const { seconds } = useSyncExternalStore(player.subscribe, player.state)
  // A tenth is enough for the eye; it is whole frames that are counted.
  const shown = Math.floor(seconds * REEL_FPS + 1e-6) / REEL_FPS
  return (
    <span className="editor-time">
      {texts.clock(shown)} <span>{texts.stage.total(total)}</span>
    </span>
  )
}

function spanOf(from: number, length: number, total: number): CSSProperties {
  return { left: shareOf(from, total), width: shareOf(length, total) }
}

function shareOf(part: number, total: number): string {
  return `${total > 0 ? (part / total) * 100 : 0}%`
}
