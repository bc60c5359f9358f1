/** The figures of the truth bench as tables. */
import type { MovesTruth, NullTruth, PercentileTruth } from '@tangelo/contract/truth-bench'
import { formatWhole } from '#lib/format.ts'
import { texts } from '../texts/truth.ts'

const HEAD = 'py-2 pl-3 text-right align-bottom text-caption font-medium text-ink-3'
const CELL = 'py-2 pl-3 text-right whitespace-nowrap'

const inPercent = (share: number): string => texts.percent((share * 100).toFixed(share >= 0.1 ? 0 : 1))

export function NullTable({ nulls }: { readonly nulls: readonly NullTruth[] }) {
  return (
    <table className="w-full text-label">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} !pl-0 !text-left`}>
            {texts.nullHead(formatWhole(nulls[0]?.posts))}
          </th>
          <th scope="col" className={HEAD}>
            {texts.thisAnswer}
          </th>
          <th scope="col" className={HEAD}>
            {texts.plainAverage}
          </th>
          <th scope="col" className={HEAD}>
            {texts.bestAverage}
          </th>
        </tr>
      </thead>
      <tbody>
        {nulls.map(({ world, wrong, plainAverages, bestAverage }) => (
          <tr key={world} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-regular">
              {world.charAt(0).toUpperCase() + world.slice(1)}
            </th>
            <td className={`${CELL} font-strong`}>{inPercent(wrong)}</td>
            <td className={`${CELL} text-ink-2`}>{inPercent(plainAverages)}</td>
            <td className={`${CELL} text-ink-2`}>{inPercent(bestAverage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function MovesTruthTable({ moves }: { readonly moves: readonly MovesTruth[] }) {
  const kinds = moves[0]?.recallOf.map(({ name }) => name) ?? []
  const rows = [
    { name: texts.precision, values: moves.map(({ precision }) => inPercent(precision)) },
    { name: texts.recall, values: moves.map(({ recall }) => inPercent(recall)) },
    { name: texts.alarms, values: moves.map(({ alarmsPerAccountYear }) => alarmsPerAccountYear.toFixed(3)) },
    ...kinds.map((kind) => ({
      name: kind.charAt(0).toUpperCase() + kind.slice(1),
      values: moves.map(({ recallOf }) => inPercent(recallOf.find(({ name }) => name === kind)?.recall ?? 0)),
    })),
  ]
  return (
    <section aria-label={texts.movesTitle}>
      <table className="w-full text-label">
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} !pl-0 !text-left`}>
              <b className="text-label font-strong text-ink">{texts.movesTitle}</b>
            </th>
            {moves.map(({ tails }) => (
              <th key={tails} scope="col" className={HEAD}>
                {texts.tails[tails]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-regular">
                {name}
              </th>
              {moves.map(({ tails }, at) => (
                <td key={tails} className={CELL}>
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function PercentileLines({ percentiles }: { readonly percentiles: readonly PercentileTruth[] }) {
  return (
    <section aria-label={texts.percentilesTitle} className="grid gap-1">
      <h3 className="text-label font-strong">{texts.percentilesTitle}</h3>
      {percentiles.map(({ peers, covered }) => (
        <p key={peers} className="text-label text-ink-2">
          {texts.percentiles(inPercent(covered), formatWhole(peers))}
        </p>
      ))}
    </section>
  )
}
