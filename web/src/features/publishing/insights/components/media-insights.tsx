/**
 * What one post reached, as it was read last: the answer against what was to be expected, its figures, watch time over the reel,
 * and every reading. Stands in a dialog, and on the page of a publication.
 */
import './media-insights.css'
import { formatAhead, formatDate, formatExactMoment, formatWhole, shorten } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ComparedFigure, MediaInsights, MediaReading, Reached } from '../queries/insights.ts'
import { ageText, rangeText, secondsText } from '../rules.ts'
import { texts } from '../texts/account.ts'
import { texts as postTexts } from '../texts/posts.ts'
import { ReachedStrip } from './reached-strip.tsx'
import { ReadingsTable } from './readings-table.tsx'
import { ReelWatch } from './reel-watch.tsx'

const words = postTexts.post

export function MediaInsightsView({ insights }: { readonly insights: MediaInsights }) {
  const now = useNow()
  const { media, readings, reached, timing, reel } = insights
  const last = readings.at(-1)
  if (!last) {
    const text =
      media.endedBecause === null
        ? words.noneText(media.nextReadingAt === null ? null : formatAhead(media.nextReadingAt, now))
        : postTexts.media[media.endedBecause]
    return <EmptyState title={words.none} text={text} />
  }
  const views = reached?.figures.find(({ figure }) => figure === 'views')
  // What is compared is named with its age: a later reading may be between two ages.
  const compared = views?.verdict == null ? null : reached
  return (
    <div className="media-insights">
      <section className="media-answer">
        <h3>{words.after(ageText(compared ? compared.ageDays * 24 : last.ageHours))}</h3>
        <Answer insights={insights} last={last} views={views} />
        {views && views.median !== null ? <ReachedStrip views={views} /> : null}
        {timing ? (
          <p className="insights-note">{timingText(timing.lateMinutes, formatExactMoment(timing.plannedAt))}</p>
        ) : null}
      </section>
      <Facts last={last} reached={reached?.figures ?? []} isReel={media.format === 'reel'} />
      {reel && last.averageWatchMs !== null ? <ReelWatch reel={reel} reading={last} /> : null}
      <ReadingsTable readings={readings} nextReadingAt={media.nextReadingAt} />
      <p className="insights-note">
        {texts.owner} {texts.lastRead(formatDate(last.readAt))}.
      </p>
    </div>
  )
}

function timingText(lateMinutes: number, planned: string): string {
  if (Math.abs(lateMinutes) < 1) return words.onTime
  const minutes = formatWhole(Math.round(Math.abs(lateMinutes)))
  return lateMinutes > 0 ? words.late(minutes, planned) : words.early(minutes, planned)
}

interface AnswerProps {
  readonly insights: MediaInsights
  readonly last: MediaReading
  readonly views: Reached | undefined
}

function Answer({ insights: { media, reached, reel }, last, views }: AnswerProps) {
  const many = texts.formats[media.format][1]
  const range =
    views && views.low !== null && views.high !== null && views.verdict !== null
      ? { text: rangeText(views.low, views.high), verdict: views.verdict, items: views.items }
      : null
  const shown = range ? (views?.reached ?? null) : last.views
  const watched =
    reel && last.averageWatchMs !== null
      ? words.watched(secondsText(last.averageWatchMs), secondsText(reel.durationMs))
      : ''
  return (
    <>
      <p className="media-sentence">
        <b>{shown === null ? texts.unknown : words.answer(shorten(shown))}</b>
        {range ? words.verdicts[range.verdict](range.text, many) : views ? words.few(views.items, many) : '.'} {watched}
      </p>
      {range && reached ? (
        <p className="insights-note">{words.behind(range.items, many, ageText(reached.ageDays * 24))}</p>
      ) : null}
    </>
  )
}

interface FactsProps {
  readonly last: MediaReading
  readonly reached: readonly Reached[]
  readonly isReel: boolean
}

function Facts({ last, reached, isReel }: FactsProps) {
  const facts = words.facts
  const usual = (figure: ComparedFigure): string | undefined => {
    const found = reached.find((one) => one.figure === figure)
    return found && found.low !== null && found.high !== null
      ? facts.usual(rangeText(found.low, found.high))
      : undefined
  }
  const shown: (readonly [title: string, value: number | null, note: string | undefined])[] = [
    [facts.reach, last.reach, facts.people],
    [facts.interactions, last.interactions, facts.all],
    [facts.saves, last.saves, usual('saves')],
    [facts.shares, last.shares, usual('shares')],
    // Of reels the service never says who followed.
    ...(isReel ? [] : ([[facts.follows, last.follows, undefined]] as const)),
  ]
  return (
    <dl className="media-facts">
      {shown.map(([title, value, note]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={value === null ? 'is-unknown' : ''} title={value === null ? undefined : formatWhole(value)}>
            {value === null ? texts.unknown : shorten(value)}
          </dd>
          <dd>{value === null ? facts.notGiven : note}</dd>
        </div>
      ))}
    </dl>
  )
}
