/** How far a video has been played and loaded. */

interface Playback {
  readonly isPlaying: boolean
  readonly isMuted: boolean
  readonly seconds: number
  readonly length: number
  /** Up to where it is loaded from here. */
  readonly loaded: number
}

export const AT_START: Playback = { isPlaying: false, isMuted: false, seconds: 0, length: 0, loaded: 0 }

export function playbackOf(video: HTMLVideoElement): Playback {
  const { paused, muted, currentTime, duration, buffered } = video
  let loaded = 0
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime) loaded = Math.max(loaded, buffered.end(index))
  }
  const length = Number.isFinite(duration) ? duration : 0
  return { isPlaying: !paused, isMuted: muted, seconds: currentTime, length, loaded }
}

export function shareOf(part: number, whole: number): string {
  return `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`
}
