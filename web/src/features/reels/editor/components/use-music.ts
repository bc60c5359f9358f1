/** Keeps the music in sync with the player: repeated or cut to the length of the reel, and faded at its end. */
import type { ReelSettings } from '@tangelo/contract'
import { useEffect, useRef, useState } from 'react'
import { computeVolume } from '../rules/timeline.ts'
import type { Player } from './player.ts'

/** What the ear does not notice. */
const APART_SECONDS = 0.12

/** Answers whether the music cannot be played here. */
export function useMusic(music: ReelSettings['music'], total: number, player: Player): boolean {
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef({ volume: 0, total })
  latest.current = { volume: music?.volume ?? 0, total }
  const url = music?.url

  useEffect(() => {
    setFailed(false)
    if (!url) return
    const audio = new Audio()
    audio.preload = 'auto'
    audio.loop = true
    audio.src = url
    audio.addEventListener('error', () => setFailed(true))
    let lastRun: object | null = null
    const follow = (): void => {
      const { seconds, run } = player.state()
      if (run === null) {
        if (lastRun !== null) audio.pause()
      } else {
        audio.volume = computeVolume(latest.current.volume, seconds, latest.current.total)
        if (run !== lastRun) {
          audio.currentTime = placeIn(audio, seconds)
          audio.play().catch(() => undefined)
        } else if (!audio.seeking && Math.abs(audio.currentTime - placeIn(audio, seconds)) > APART_SECONDS) {
          audio.currentTime = placeIn(audio, seconds)
        }
      }
      lastRun = run
    }
    const leave = player.subscribe(follow)
    return () => {
      leave()
      audio.pause()
      audio.removeAttribute('src')
    }
  }, [url, player])
  return hasFailed
}

function placeIn({ duration }: HTMLAudioElement, seconds: number): number {
  return Number.isFinite(duration) && duration > 0 ? seconds % duration : seconds
}
