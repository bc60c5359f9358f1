/** The reel from left to right: tiles as wide as their seconds, bright stripes where one goes over into the next. */

import { REEL_FPS } from '@tangelo/contract/limits'
import type { Timeline } from '@tangelo/kernel/timeline'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { findSecondsAfterKey, stripesOf, tilesOf } from '../rules/timeline.ts'
import { texts } from '../texts.ts'
import type { Player } from './player.ts'

interface ScrubberProps {
  readonly player: Player
  readonly timeline: Timeline
  /** Addresses of small pictures, in the order of the reel. */
  readonly pictures: readonly string[]
  readonly coverSeconds: number
}

/** What moves with every frame is moved by hand: sixty times a second is too often for anything else. */
export function Scrubber({ player, timeline, pictures, coverSeconds }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null)
  const playhead = useRef<HTMLElement>(null)
  const total = timeline.seconds

  useLayoutEffect(() => {
    const follow = (): void => {
      const { seconds } = player.state()
      playhead.current?.style.setProperty('translate', `${shareOf(seconds, total)} 0`)
      track.current?.setAttribute('aria-valuenow', seconds.toFixed(2))
      track.current?.setAttribute('aria-valuetext', texts.stage.positionText(seconds, total))
    }
    follow()
    return player.subscribe(follow)
  }, [player, total])

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
    const next = findSecondsAfterKey(event, player.state().seconds, timeline)
    if (next === null) return
    event.preventDefault()
    player.seek(next)
  }
  return (
    <div
      ref={track}
      className="relative h-8.5 rounded-control cursor-pointer touch-none select-none *:absolute *:pointer-events-none"
      role="slider"
      tabIndex={0}
      aria-label={texts.stage.position}
      aria-valuemin={0}
      aria-valuemax={Number(total.toFixed(2))}
      aria-valuenow={0}
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
        <i key={from} className="top-0 bottom-0 [background:oklch(1_0_0_/_0.5)]" style={spanOf(from, length, total)} />
      ))}
      <i
        className="-bottom-1.5 w-2 h-1 -ml-1 rounded-[2px] bg-ink-3"
        style={{ left: shareOf(Math.min(coverSeconds, total), total) }}
      />
      <i ref={playhead} className="editor-playhead" />
    </div>
  )
}

/** Announced again after each tenth of a second. */
export function PlayTime({ player, total }: { readonly player: Player; readonly total: number }) {
  const text = useSyncExternalStore(player.subscribe, () => texts.clock(floorToFrame(player.state().seconds)))
  return (
    <span className="text-label font-strong whitespace-nowrap [&>span]:font-regular [&>span]:text-ink-3">
      {text} <span>{texts.stage.total(total)}</span>
    </span>
  )
}

/** The moment at which the frame that is shown began. */
function floorToFrame(seconds: number): number {
  return Math.floor(seconds * REEL_FPS + 1e-6) / REEL_FPS
}

function spanOf(from: number, length: number, total: number): CSSProperties {
  return { left: shareOf(from, total), width: shareOf(length, total) }
}

function shareOf(part: number, total: number): string {
  return `${total > 0 ? (part / total) * 100 : 0}%`
}
