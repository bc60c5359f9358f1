/** A video with the controls of the product, below the picture. Space, arrows, M and F work while the focus is in it. */
import './video.css'
import { Maximize2, Minimize2, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatLength } from '#lib/format.ts'
import { useFullscreen } from '#lib/use-fullscreen.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { IconButton } from './icon-button.tsx'
import { AT_START, playbackOf, shareOf } from './playback.ts'

interface VideoProps {
  readonly src: string
  readonly poster: string | null
  /** Its name for readers. */
  readonly label: string
  readonly onError: () => void
}
/** A reel lasts a quarter of a minute: five seconds at once would miss most of it. */
const STEP_SECONDS = 1
const LONG_STEP_SECONDS = 5

/** It begins by itself and starts over, as a reel does, unless less motion is asked for. */
export function Video({ src, poster, label, onError }: VideoProps) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [playback, setPlayback] = useState(AT_START)
  const { isFull, toggle: toggleFull } = useFullscreen(frame)
  const wantsStillness = useMediaQuery('(prefers-reduced-motion: reduce)')
  const { isPlaying, isMuted, seconds, length, loaded } = playback

  const read = (): void => {
    if (video.current) setPlayback(playbackOf(video.current))
  }
  // The events of a video come four times a second: a position that moves smoothly is read with each frame.
  useEffect(() => {
    if (!isPlaying) return
    let request = 0
    const follow = (): void => {
      if (video.current) setPlayback(playbackOf(video.current))
      request = requestAnimationFrame(follow)
    }
    request = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(request)
  }, [isPlaying])

  const togglePlay = (): void => {
    if (!video.current?.paused) video.current?.pause()
    // Refused where the browser plays nothing by itself, or when it is paused at once: it stands still, which is seen.
    else void video.current.play()?.catch(() => undefined)
  }
  const toggleSound = (): void => {
    if (video.current) video.current.muted = !video.current.muted
  }
  const seek = (to: number): void => {
    if (!video.current) return
    video.current.currentTime = Math.max(0, Math.min(to, length))
    read()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = event.shiftKey ? LONG_STEP_SECONDS : STEP_SECONDS
    const key = event.key.toLowerCase()
    // A button that has the focus is what Space presses.
    if (key === ' ' && !(event.target instanceof HTMLButtonElement)) togglePlay()
    else if (key === 'arrowleft') seek(seconds - step)
    else if (key === 'arrowright') seek(seconds + step)
    else if (key === 'm') toggleSound()
    else if (key === 'f') toggleFull()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const style: CSSProperties & Record<'--at' | '--loaded', string> = {
    '--at': shareOf(seconds, length),
    '--loaded': shareOf(loaded, length),
  }
  return (
    <fieldset ref={frame} className="video" data-full={isFull ? '' : undefined} onKeyDown={onKeyDown}>
      <legend className="sr-only">Video player</legend>
      <div className="video-picture">
        {/* biome-ignore lint/a11y/useMediaCaption: the words of a reel are drawn into its pictures, and its sound is music */}
        <video
          ref={video}
          key={src}
          src={src}
          poster={poster ?? undefined}
          aria-label={label}
          autoPlay={!wantsStillness}
          loop
          playsInline
          onClick={togglePlay}
          onPlay={read}
          onPause={read}
          onTimeUpdate={read}
          onDurationChange={read}
          onProgress={read}
          onVolumeChange={read}
          onError={onError}
        />
        {isPlaying ? null : (
          <span className="video-cue">
            <Play />
          </span>
        )}
      </div>
      <div className="video-bar">
        <input
          type="range"
          className="video-scrubber"
          min={0}
          max={length || 1}
          step={0.05}
          value={seconds}
          disabled={length === 0}
          style={style}
          aria-label="Position"
          aria-valuetext={`${formatLength(Math.floor(seconds))} of ${formatLength(length)}`}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <div className="video-buttons">
          <IconButton
            size="small"
            label={isPlaying ? 'Pause' : 'Play'}
            icon={isPlaying ? <Pause /> : <Play />}
            onClick={togglePlay}
          />
          <span className="video-time">
            {formatLength(Math.floor(seconds))} <span>/ {formatLength(length)}</span>
          </span>
          <IconButton
            size="small"
            label={isMuted ? 'Sound on' : 'Mute'}
            icon={isMuted ? <VolumeX /> : <Volume2 />}
            onClick={toggleSound}
          />
          {document.fullscreenEnabled ? (
            <IconButton
              size="small"
              label={isFull ? 'Leave full screen' : 'Full screen'}
              icon={isFull ? <Minimize2 /> : <Maximize2 />}
              onClick={toggleFull}
            />
          ) : null}
        </div>
      </div>
    </fieldset>
  )
}
