import { Keys } from './keys.tsx'
import type { Result } from './result.tsx'
import { markMatches } from './rules.ts'
import { texts } from './texts.ts'
import type { ResultGroup } from './use-results.tsx'

interface ResultListProps {
  readonly id: string
  readonly groups: readonly ResultGroup[]
  readonly query: string
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (result: Result, isNewTab: boolean) => void
}

/** The results by group. The field above keeps the focus and names the active one. */
export function ResultList({ id, groups, query, active, onActive, onChoose }: ResultListProps) {
  let next = 0
  return groups.map(({ name, results }) => {
    const first = next
    next += results.length
    return (
      // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
      <div key={name} role="group" aria-label={texts.groups[name]}>
        <p className="palette-heading" aria-hidden>
          {texts.groups[name]}
        </p>
        {results.map((result, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          <div
            key={result.key}
            id={`${id}-${first + at}`}
            role="option"
            className="palette-result"
            aria-selected={first + at === active}
            data-answer={result.bars ? '' : undefined}
            onPointerMove={() => first + at !== active && onActive(first + at)}
            onClick={(event) => onChoose(result, event.ctrlKey || event.metaKey)}
          >
            <span className="palette-sign">{result.icon}</span>
            {result.bars ? <Answer result={result} /> : <Line result={result} query={query} />}
            {result.aside ? <span className="text-label text-ink-2">{result.aside}</span> : null}
            {result.keys ? <Keys keys={result.keys} /> : null}
            {result.bars && result.bars.length > 0 ? <Bars bars={result.bars} /> : null}
          </div>
        ))}
      </div>
    )
  })
}

function Line({ result: { title, detail }, query }: { result: Result; query: string }) {
  return (
    <span className="min-w-0 flex-1 truncate">
      {markMatches(title, query).map(({ text, isMatch }, at) =>
        isMatch ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a title keep their places
          <b key={at} className="font-[600]">
            {text}
          </b>
        ) : (
          text
        ),
      )}
      {detail ? <span className="ml-2 text-label text-ink-3">{detail}</span> : null}
    </span>
  )
}

function Answer({ result: { title, detail } }: { result: Result }) {
  return (
    <span className="min-w-0 flex-1">
      <b className="block text-[15px]/[22px] font-strong">{title}</b>
      <span className="block text-note text-ink-2">{detail}</span>
    </span>
  )
}

/** Effects by time of day; the sentence beside it says the same. */
function Bars({ bars }: { bars: NonNullable<Result['bars']> }) {
  return (
    <span className="flex h-9 items-end gap-0.5 max-desk:hidden" aria-hidden>
      {bars.map(({ height, isStrong }, at) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours keep their places
          key={at}
          className={`w-2 rounded-[1.5px] ${isStrong ? 'bg-mark' : 'bg-line-2'}`}
          style={{ height: `${height * 100}%` }}
        />
      ))}
    </span>
  )
}
