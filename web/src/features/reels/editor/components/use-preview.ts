/** Keeps the preview in sync with what is edited and with the player. */
import type { Reel } from '@tangelo/contract'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Edited, toBody } from '../rules/edited.ts'
import { computePreviewSize } from '../rules/timeline.ts'
import type { Player } from './player.ts'
import { openPreview, type PageNews, type Preview } from './preview.ts'
import { useCaptionPicture } from './use-caption-picture.ts'

export interface ShownPreview {
  /** Where the canvas goes. */
  readonly place: RefObject<HTMLDivElement | null>
  readonly isDrawn: boolean
  readonly hasFailed: boolean
  /** Addresses of pictures that could not be loaded. */
  readonly missing: ReadonlySet<string>
  readonly retry: () => void
  /** Not all of the caption fits; or it could not be drawn. */
  readonly caption: 'fits' | 'cut' | 'failed'
}

interface PreviewOptions {
  readonly edited: Edited
  readonly sizes: ReadonlyMap<string, NonNullable<Reel['imageSizes'][number]>>
  readonly player: Player
}

export function usePreview({ edited, sizes, player }: PreviewOptions): ShownPreview {
  const place = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const output = useOutput(place)
  const caption = useCaptionPicture(edited.caption)

  useEffect(() => {
    if (!place.current) return
    const onNews = (news: PageNews): void => {
      if (news.kind === 'drawn') setDrawn(true)
      else if (news.kind === 'failed') setFailed(true)
      else setMissing((known) => toggleMember(known, news.image, news.size === null))
    }
    const opened = openPreview(place.current, onNews)
    setPreview(opened)
    return () => opened.close()
  }, [])

  // Text, music and cover change nothing that the worker draws.
  const { pictures, transition } = edited
  const body = useMemo(() => toBody({ ...edited, pictures, transition }), [edited, pictures, transition])
  useEffect(() => {
    if (!preview || !output) return
    preview.order({
      kind: 'show',
      images: body.images,
      sizes: body.images.map((image) => sizes.get(image) ?? null),
      settings: body.settings,
      output,
    })
  }, [preview, body, sizes, output])

  useEffect(() => {
    if (caption.picture !== undefined) preview?.order({ kind: 'caption', caption: caption.picture })
  }, [preview, caption.picture])

  useEffect(() => {
    if (!preview) return
    let lastRun: object | null = null
    const follow = (): void => {
      const { seconds, run } = player.state()
      if (run === null) preview.order({ kind: 'stand', seconds })
      else if (run !== lastRun) preview.order({ kind: 'run', ...run })
      lastRun = run
    }
    follow()
    return player.subscribe(follow)
  }, [preview, player])

  return {
    place,
    isDrawn,
    hasFailed,
    missing,
    retry: () => preview?.order({ kind: 'retry' }),
    caption: caption.state,
  }
}

function toggleMember(known: ReadonlySet<string>, image: string, isIn: boolean): ReadonlySet<string> {
  if (known.has(image) === isIn) return known
  const next = new Set(known)
  if (isIn) next.add(image)
  else next.delete(image)
  return next
}

/** The size to draw at, which follows the size on the screen in steps. */
function useOutput(place: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const measure = (): void => setWidth(computePreviewSize(element.clientWidth, window.devicePixelRatio).width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return useMemo(() => (width > 0 ? { width, height: (width / 9) * 16 } : null), [width])
}
