/** Keeps the room that a list took the last time, so that what is below it stays in place while it loads. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface LastHeight<Box> {
  readonly box: RefObject<Box | null>
  /** In pixels; undefined once the list is there, and where nothing is known. */
  readonly minHeight: number | undefined
}

export function useLastHeight<Box extends HTMLElement>(name: string, isPending: boolean): LastHeight<Box> {
  const box = useRef<Box>(null)
  const [last] = useState(() => readHeight(name))
  useEffect(() => {
    const element = box.current
    if (isPending || !element) return
    const observer = new ResizeObserver(() => keepHeight(name, element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [name, isPending])
  return { box, minHeight: isPending ? last : undefined }
}

/** Of windows as wide as this one. */
const keyOf = (name: string): string => `tangelo.height.${name}.${Math.round(window.innerWidth / 100)}`

function readHeight(name: string): number | undefined {
  try {
    return Number(window.localStorage.getItem(keyOf(name))) || undefined
  } catch {
    return undefined
  }
}

function keepHeight(name: string, height: number): void {
  try {
    window.localStorage.setItem(keyOf(name), String(Math.round(height)))
  } catch {
    // Storage may be forbidden: what is below then moves once.
  }
}
