/** How often such answers are wrong, as the truth bench measured it for the method version in use. */
import { ScrollBox } from '#ui/scroll-box.tsx'
import './analysis.css'
import { type NullTruth, TRUTH_BENCH } from '@tangelo/contract/truth-bench'
import { useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { texts } from '../texts/truth.ts'
import { Sentence } from './sentence.tsx'
import { TruthPower } from './truth-power.tsx'
import { MovesTruthTable, NullTable, PercentileLines } from './truth-tables.tsx'

interface TruthDialogProps {
  /** Posts of the account that is looked at. */
  readonly posts: number
  readonly onClose: () => void
}

type SectionName = 'posting' | 'formats' | 'hashtags'
const SECTIONS: readonly SectionName[] = ['posting', 'formats', 'hashtags']

export function TruthDialog({ posts, onClose }: TruthDialogProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { method, posting, moves, percentiles } = TRUTH_BENCH
  const worlds = posting?.nulls[0]?.worlds
  const hasMore =
    moves !== null || percentiles !== null || TRUTH_BENCH.formats !== null || TRUTH_BENCH.hashtags !== null
  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      description={worlds === undefined ? texts.notMeasured(method) : texts.measured(formatWhole(worlds), method)}
      footer={
        <>
          {hasMore ? (
            <button
              type="button"
              className="link mr-auto min-h-6 text-label"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? texts.fewer : texts.all}
            </button>
          ) : null}
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      <ScrollBox className="grid gap-4" label={texts.title}>
        {posting ? (
          <>
            <Sentence small text={leadOf(posting.nulls)} />
            <NullTable nulls={nullsByPosts(posting.nulls)[0] ?? []} />
            <TruthPower power={posting.power} posts={posts} />
          </>
        ) : (
          <p className="text-label text-ink-2">{texts.notMeasuredText}</p>
        )}
        {showsAll ? <AllResults /> : null}
        <p className="text-label text-ink-2">{texts.limits}</p>
      </ScrollBox>
    </Dialog>
  )
}

function leadOf(nulls: readonly { wrong: number; plainAverages: number; bestAverage: number }[]): string {
  const mean = nulls.reduce((sum, { wrong }) => sum + wrong, 0) / Math.max(1, nulls.length)
  const worst = Math.max(0, ...nulls.flatMap(({ plainAverages, bestAverage }) => [plainAverages, bestAverage]))
  return texts.lead(formatWhole(mean * 100), formatWhole(worst * 100))
}

function AllResults() {
  const { moves, percentiles } = TRUTH_BENCH
  return (
    <>
      {SECTIONS.map((name) => {
        const section = TRUTH_BENCH[name]
        if (!section) return null
        return (
          <section key={name} aria-label={texts.names[name]} className="grid gap-2">
            <h3 className="text-label font-strong">{texts.names[name]}</h3>
            {nullsByPosts(section.nulls)
              .slice(name === 'posting' ? 1 : 0)
              .map((nulls) => (
                <NullTable key={nulls[0]?.posts} nulls={nulls} />
              ))}
            {section.intervals.map(({ posts, shown, all }) => (
              <p key={posts} className="text-label text-ink-2">
                {texts.intervals(inPercent(shown), inPercent(all), formatWhole(posts))}
              </p>
            ))}
          </section>
        )
      })}
      {moves ? <MovesTruthTable moves={moves} /> : null}
      {percentiles ? <PercentileLines percentiles={percentiles} /> : null}
    </>
  )
}

/** One table for each number of posts, the largest first. */
function nullsByPosts(nulls: readonly NullTruth[]): NullTruth[][] {
  const counts = [...new Set(nulls.map(({ posts }) => posts))].sort((a, b) => b - a)
  return counts.map((count) => nulls.filter(({ posts }) => posts === count))
}

const inPercent = (share: number): string => texts.percent((share * 100).toFixed(1))
