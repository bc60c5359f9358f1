/** Growth and what moved it: the line, the days that stand out as marks and as a list, and the evidence of one beside them. */

import { TRUTH_BENCH } from '@tangelo/contract/truth-bench'
import { useState } from 'react'
import { formatDay, formatSigned } from '#lib/format.ts'
import type { Analysis, Move } from '../queries/analysis.ts'
import { growthEvidence } from '../rules/evidence.ts'
import { moveContext, moveTitle, standOutText } from '../rules/moves.ts'
import { texts } from '../texts/growth.ts'
import { AnswerFoot, AnswerPanel, type View } from './answer-panel.tsx'
import { Followers } from './followers.tsx'
import { MoveEvidence } from './move-evidence.tsx'
import { MoveSign } from './move-sign.tsx'

interface GrowthPanelProps {
  readonly accountId: number
  readonly analysis: Analysis
  readonly showsBefore: boolean
  /** The marked day in the address. */
  readonly day: string | undefined
  readonly onDay: (day: string) => void
  readonly pictures: ReadonlyMap<string, string>
}

export function GrowthPanel({ accountId, analysis, showsBefore, day, onDay, pictures }: GrowthPanelProps) {
  const { growth, moves, period } = analysis
  const [view, setView] = useState<View>('chart')
  const open = moves.find((move) => move.day === day) ?? moves.at(-1)
  const noise = describeNoise()
  return (
    <AnswerPanel
      title={texts.growth.title}
      sentence={growth.sentence}
      also={growth.span ? standOutText(moves.length) : ''}
      evidence={() => growthEvidence(analysis)}
      view={view}
      onView={growth.span ? setView : undefined}
      foot={<AnswerFoot posts={analysis.posting.posts}>{noise}</AnswerFoot>}
    >
      <div className="growth mt-3.5 border-t border-line" data-moves={moves.length > 0 || undefined}>
        <div className="flex min-w-0 flex-col">
          <Followers
            accountId={accountId}
            analysis={analysis}
            showsBefore={showsBefore}
            open={open}
            onDay={onDay}
            view={view}
          />
          <MoveList moves={moves} open={open} onDay={onDay} to={period.to} />
        </div>
        {open ? <MoveEvidence move={open} moves={moves} analysis={analysis} onDay={onDay} pictures={pictures} /> : null}
      </div>
    </AnswerPanel>
  )
}

/** Beyond this many years a rate is not known any better. */
const LONGEST_YEARS = 1_000

/** How seldom a mark is noise, as the truth bench measured it; null where it was not. */
function describeNoise(): string | null {
  const alarms = Math.max(0, ...(TRUTH_BENCH.moves ?? []).map(({ alarmsPerAccountYear }) => alarmsPerAccountYear))
  if (alarms === 0) return null
  return alarms * LONGEST_YEARS <= 1 ? texts.growth.noiseSeldom : texts.growth.noise(texts.moves.years(1 / alarms))
}

interface MoveListProps {
  moves: readonly Move[]
  open: Move | undefined
  onDay: (day: string) => void
  to: string
}

function MoveList({ moves, open, onDay, to }: MoveListProps) {
  if (moves.length === 0) return null
  return (
    <ul aria-label={texts.growth.markedDays} className="mt-auto">
      {moves.map((move) => (
        <li key={move.day}>
          <button type="button" className="move-row" aria-pressed={move === open} onClick={() => onDay(move.day)}>
            <MoveSign move={move} isOpen={move === open} />
            <span className="w-13 flex-none text-label text-ink-2 data-long:w-24" data-long={isLong(move, to)}>
              {formatDay(move.day, isLong(move, to) !== undefined)}
            </span>
            <span className="min-w-0 flex-1">
              <b className="block font-strong desk:truncate">{moveTitle(move)}</b>
              <span className="block text-caption text-ink-3 desk:truncate">{moveContext(move)}</span>
            </span>
            <b className="font-strong">{formatSigned(move.change)}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A day of another year than the last one has its year. */
const isLong = (move: Move, to: string): '' | undefined => (move.day.slice(0, 4) === to.slice(0, 4) ? undefined : '')
