/** The evidence of one marked day, beside what it explains: the days around it, other accounts, source, and posts near it. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatSigned, formatWhole } from '#lib/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PostPicture } from '../../posts/components/post-picture.tsx'
import type { Analysis, Move } from '../queries/analysis.ts'
import { moveEvidence } from '../rules/evidence.ts'
import { captionOf, formatMultiple } from '../rules/words.ts'
import { texts } from '../texts/growth.ts'
import { texts as panelTexts } from '../texts/panels.ts'
import { DayBars } from './day-bars.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { Sentence } from './sentence.tsx'

interface MoveEvidenceProps {
  readonly move: Move
  readonly moves: readonly Move[]
  readonly analysis: Analysis
  readonly onDay: (day: string) => void
  readonly pictures: ReadonlyMap<string, string>
}

export function MoveEvidence({ move, moves, analysis, onDay, pictures }: MoveEvidenceProps) {
  const { usual, onceInYears, others, source, gap, posts } = move.evidence
  const at = moves.indexOf(move)
  const [earlier, later] = [moves[at - 1], moves[at + 1]]
  const readings = `${texts.growth.sources[source]}, ${texts.moves.gapShort(gap)}`
  return (
    <aside className="move-evidence" aria-label={panelTexts.evidence}>
      <div className="flex items-center gap-1">
        <h3 className="mr-auto text-panel" aria-live="polite">
          {formatDay(move.day, true)}
        </h3>
        <span className="mr-1 text-caption text-ink-3">{texts.moves.place(at + 1, moves.length)}</span>
        <IconButton
          size="small"
          icon={<ChevronLeft />}
          label={texts.moves.earlier}
          disabled={!earlier}
          onClick={() => earlier && onDay(earlier.day)}
        />
        <IconButton
          size="small"
          icon={<ChevronRight />}
          label={texts.moves.later}
          disabled={!later}
          onClick={() => later && onDay(later.day)}
        />
      </div>
      <Sentence small text={move.sentence} />
      <DayBars move={move} />
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-note">
        <Pair term={texts.moves.usualDay}>
          {formatRounded(usual.low)} to {formatRounded(usual.high)}
        </Pair>
        <Pair term={texts.moves.byChance}>{texts.moves.onceIn(onceInYears, texts.moves.years(onceInYears))}</Pair>
        <Pair term={texts.moves.otherAccounts(formatWhole(others.accounts))}>
          {others.accounts === 0
            ? texts.moves.noOthers
            : others.moved === 0
              ? texts.moves.noneMoved
              : texts.moves.moved(formatWhole(others.moved))}
        </Pair>
        <Pair term={texts.moves.sourceAndReadings}>{readings}</Pair>
      </dl>
      {posts.length > 0 ? (
        <ul className="grid gap-2 border-t border-line pt-3">
          {posts.map((post) => (
            <NearPost key={post.id} post={post} imageUrl={pictures.get(post.id) ?? null} />
          ))}
        </ul>
      ) : null}
      {move.kind === 'unexplained' ? (
        <p className="text-caption leading-[18px] text-ink-2">{texts.moves.unexplainedHint}</p>
      ) : null}
      <div className="-ml-2.5">
        <EvidenceButton
          evidence={() => moveEvidence(move, analysis)}
          of={formatDay(move.day, true)}
          label={texts.moves.formula}
        />
      </div>
    </aside>
  )
}

const formatRounded = (value: number): string => (Math.round(value) === 0 ? '0' : formatSigned(Math.round(value)))

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  )
}

function NearPost({ post, imageUrl }: { post: Move['evidence']['posts'][number]; imageUrl: string | null }) {
  const caption = captionOf(post.caption, texts.moves.noCaption)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 text-note">
      <PostPicture format={post.format} imageUrl={imageUrl} className="size-9" />
      <span className="min-w-0">
        {post.url ? (
          <a href={post.url} target="_blank" rel="noreferrer" className="block truncate font-medium hover:underline">
            {caption}
          </a>
        ) : (
          <span className="block truncate font-medium">{caption}</span>
        )}
        <span className="block text-caption text-ink-3">
          {formatDay(post.day)}, {panelTexts.formats.words[post.format]}
        </span>
      </span>
      <span className="text-right">
        {post.multiple === null ? texts.moves.notCompared : texts.moves.expectedTimes(formatMultiple(post.multiple))}
      </span>
    </li>
  )
}
