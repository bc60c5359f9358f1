/**
 * One measure: every peer as a dot, the account itself, the median of the peers, and the band in which its place lies. The pointer
 * or the arrow keys go from dot to dot; each says its name and figure, and can be excluded. The list of peers says the same.
 */
import type { Peers } from '@tangelo/contract'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useMemo } from 'react'
import { shorten } from '#lib/format.ts'
import { useWidth } from '#lib/use-width.ts'
import { Button } from '#ui/button.tsx'
import { dotAt, stripGeometry } from '../rules/strip.ts'
import { formatMeasure } from '../rules/words.ts'
import { texts } from '../texts/peers.ts'
import { PlaceSentence } from './place-sentence.tsx'
import { STRIP_HEIGHT, STRIP_MIDDLE, StripDrawing } from './strip-drawing.tsx'

type Place = Peers['places'][number]
type Peer = Peers['peers'][number]
/** The dot that is looked at, and in which measure. */
export interface HotDot {
  readonly accountId: number
  readonly measure: Place['measure'] | null
}

interface DotStripProps {
  readonly place: Place
  readonly peers: readonly Peer[]
  readonly hot: HotDot | null
  readonly onHot: (hot: HotDot | null) => void
  readonly onExclude: (peer: Peer) => void
}

const CARD_WIDTH = 248

export function DotStrip({ place, peers, hot, onHot, onExclude }: DotStripProps) {
  const { measure, own, median, low, high } = place
  const words = texts.peers.measures[measure]
  const { measure: box, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const geometry = useMemo(
    () =>
      stripGeometry({
        peers: peers.flatMap((peer) => {
          const value = peer[measure]
          return value === null || peer.isExcluded ? [] : [{ accountId: peer.accountId, value }]
        }),
        own,
        median,
        low,
        high,
        width,
        y: STRIP_MIDDLE,
      }),
    [peers, measure, own, median, low, high, width],
  )
  const dots = geometry?.dots ?? []
  const at = dots.findIndex(({ accountId }) => accountId === hot?.accountId)
  const isHere = hot?.measure === measure
  const dot = isHere ? dots[at] : undefined
  const peer = dot && peers.find(({ accountId }) => accountId === dot.accountId)

  const goTo = (index: number): void => {
    const next = dots[Math.min(dots.length - 1, Math.max(0, index))]
    if (next) onHot({ accountId: next.accountId, measure })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = isHere ? at : -1
    const target = {
      ArrowRight: from + 1,
      ArrowLeft: from < 0 ? dots.length - 1 : from - 1,
      Home: 0,
      End: dots.length - 1,
    }[event.key]
    if (event.key === 'Escape') onHot(null)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && peer) onExclude(peer)
    else if (target === undefined) return
    else goTo(target)
    event.preventDefault()
  }
  const onPointer = (event: PointerEvent): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const found = geometry && dotAt(geometry, event.clientX - left, event.clientY - top)
    if (found && !(isHere && found.accountId === hot?.accountId)) onHot({ accountId: found.accountId, measure })
  }
  const onLeave = (event: PointerEvent): void => {
    // A finger leaves when it is lifted: the card stays for it.
    if (event.pointerType === 'mouse' && isHere) onHot(null)
  }
  const onBlur = (event: FocusEvent): void => {
    if (isHere && !event.currentTarget.contains(event.relatedTarget)) onHot(null)
  }
  const label = texts.peers.strip(
    words.name,
    own === null ? texts.peers.unknown : formatMeasure(measure, own),
    median === null ? texts.peers.unknown : formatMeasure(measure, median),
    place.peers,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only forgets the dot that was looked at
    <div className="strip" onPointerLeave={onLeave} onBlur={onBlur}>
      <div className="flex items-baseline gap-2.5 text-label">
        <h3 className="font-strong whitespace-nowrap">{words.name}</h3>
        <span className="min-w-0 flex-1 truncate text-caption text-ink-3" title={words.unit}>
          {words.unit}
        </span>
        <span className={`text-body ${own === null ? 'text-ink-3' : 'font-[600]'}`}>
          {own === null ? texts.peers.unknown : formatMeasure(measure, own)}
        </span>
      </div>
      <PlaceSentence text={place.sentence} />
      <div
        ref={box}
        className="rounded-control focus-visible:outline-offset-2"
        style={{ height: width > 0 && !geometry ? 0 : STRIP_HEIGHT }}
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the dots are read with the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        {geometry ? <StripDrawing geometry={geometry} measure={measure} width={width} hotId={hot?.accountId} /> : null}
      </div>
      <p id={help} className="sr-only">
        {texts.peers.stripHelp}
      </p>
      {dot && peer ? (
        <div
          className="strip-peer"
          style={{
            width: CARD_WIDTH,
            top: 6,
            left: Math.max(8, Math.min(width - CARD_WIDTH + 24, dot.x + 24 - CARD_WIDTH / 2)),
          }}
        >
          <span className="min-w-0 flex-1">
            <b className="block truncate text-label font-[600]">@{peer.username}</b>
            <span className="text-ink-3">
              {formatMeasure(measure, dot.value)}, {texts.peers.followers(shorten(peer.followers))}
            </span>
          </span>
          <Button size="small" aria-label={texts.peers.excludeName(peer.username)} onClick={() => onExclude(peer)}>
            {texts.peers.exclude}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
