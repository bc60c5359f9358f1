/** When followers are online, hour by hour of the week: shades with an answer in words, and the figures as a table. */
import { ChartLine, Table2 } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { padTwo } from '#lib/days.ts'
import { shorten } from '#lib/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import type { AccountInsights } from '../queries/insights.ts'
import { busiestHours, largestOf } from '../rules.ts'
import { texts } from '../texts/account.ts'

const words = texts.online
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABELLED_EVERY = 6
type Shade = CSSProperties & Record<'--share', number>
const shadeOf = (people: number | null, most: number): Shade => ({ '--share': most === 0 ? 0 : (people ?? 0) / most })
const hourText = (hour: number): string => `${padTwo(hour)}:00`

interface OnlineMapProps extends Pick<AccountInsights, 'online'> {
  readonly zone: string
}

export function OnlineMap({ online, zone }: OnlineMapProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const isTable = view === 'table'
  const most = online ? largestOf(online.hours) : 0
  const busiest = online ? busiestHours(online.hours) : []
  return (
    <Panel aria-label={words.title} className="px-5 py-4">
      <header className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 text-panel">{words.title}</h2>
        {online ? (
          <IconButton
            size="small"
            className="-my-1 -mr-2"
            icon={isTable ? <ChartLine /> : <Table2 />}
            label={isTable ? texts.showChart : texts.showTable}
            onClick={() => setView(isTable ? 'chart' : 'table')}
          />
        ) : null}
      </header>
      {online === null ? (
        <p className="text-note text-ink-3">{words.none}</p>
      ) : (
        <>
          <p className="mt-1 text-label">
            {words.answer(
              busiest.map(({ weekday, hour }) => words.at(texts.weekdays[weekday] ?? '', hourText(hour))).join(', '),
            )}
          </p>
          <div className="mt-3 overflow-x-auto" tabIndex={isTable ? 0 : undefined}>
            <table className="online" data-view={view}>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="sr-only">{words.weekday}</span>
                  </th>
                  {HOURS.map((hour) => (
                    <th key={hour} scope="col">
                      <span className={isTable || hour % LABELLED_EVERY === 0 ? '' : 'sr-only'}>{hourText(hour)}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {online.hours.map((hours, weekday) => {
                  const day = texts.weekdays[weekday] ?? ''
                  return (
                    <tr key={day}>
                      <th scope="row">{day.slice(0, 3)}</th>
                      {HOURS.map((hour) => {
                        const people = hours[hour] ?? null
                        const shown = people === null ? texts.unknown : shorten(people)
                        return (
                          <td
                            key={hour}
                            title={words.cell(day, hourText(hour), shown)}
                            className={isTable ? '' : 'online-shade'}
                            style={shadeOf(people, most)}
                          >
                            <span className={isTable ? '' : 'sr-only'}>{shown}</span>
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
          <p className="mt-3 text-note text-ink-3">{words.note(online.days, zone)}</p>
        </>
      )}
    </Panel>
  )
}
