/** How long people watched, drawn over the pictures of the reel as it was made here. */
import type { CSSProperties } from 'react'
import { formatPercent } from '#lib/format.ts'
import type { MediaReading, ReelScenes } from '../queries/insights.ts'
import { marksOf, secondsText } from '../rules.ts'
import { texts } from '../texts/posts.ts'

const words = texts.post.watch
type Place = CSSProperties & Record<'--at', string>
const placeOf = (at: number): Place => ({ '--at': `${at}%` })
/** Labels stand left of a mark that is near the end. */
const NEAR_END = 68

interface ReelWatchProps {
  readonly reel: ReelScenes
  readonly reading: MediaReading
}

export function ReelWatch({ reel, reading }: ReelWatchProps) {
  const { skip, mean } = marksOf(reel, reading)
  if (mean === null || reading.averageWatchMs === null) return null
  const whole = secondsText(reel.durationMs)
  const watched = secondsText(reading.averageWatchMs)
  return (
    <section className="reel-watch" aria-label={words.label(watched, whole)}>
      <h3>{words.title}</h3>
      <p className="insights-note">{words.note}</p>
      <div className="reel-marks">
        {skip === null || reading.skipPercent === null ? null : (
          <p style={placeOf(skip)} data-row="first">
            <b>3 s</b> {words.skip(formatPercent(reading.skipPercent, 0))}
          </p>
        )}
        <p style={placeOf(mean)} data-side={mean > NEAR_END ? 'left' : 'right'}>
          <b>{watched}</b> {words.mean(formatPercent(mean, 0))}
        </p>
      </div>
      <div className="reel-tiles" aria-hidden="true">
        {reel.scenes.map(({ fromMs, toMs, imageUrl }) => (
          <span key={fromMs} style={{ flexGrow: toMs - fromMs }}>
            {imageUrl === null ? null : <img src={imageUrl} alt="" loading="lazy" />}
          </span>
        ))}
        <i className="reel-veil" style={placeOf(mean)} />
        {skip === null ? null : <i className="reel-skip" style={placeOf(skip)} />}
        <i className="reel-mean" style={placeOf(mean)} />
      </div>
      <p className="reel-ends" aria-hidden="true">
        <span>0 s</span>
        <span>{whole}</span>
      </p>
    </section>
  )
}
