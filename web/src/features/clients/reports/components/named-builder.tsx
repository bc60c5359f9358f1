/** The builder of what the address names: a report that is used again, a schedule that is edited, or else a new report. */
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { QueryView } from '#ui/query-view.tsx'
import { type ReportSource, reportSource } from '../queries/source.ts'
import { texts } from '../texts.ts'
import { ReportBuilder } from './report-builder.tsx'

interface NamedBuilderProps extends Pick<ComponentProps<typeof ReportBuilder>, 'clientId' | 'back' | 'onDone'> {
  readonly reportId: number | undefined
  readonly scheduleId: number | undefined
  /** What was chosen in a list: where it is what the address names, it is not read anew. */
  readonly chosen: ReportSource
  /** The address names what does not exist. */
  readonly onMissing: () => void
}

export function NamedBuilder({ reportId, scheduleId, chosen, onMissing, ...builder }: NamedBuilderProps) {
  const isChosen = chosen.report?.id === reportId && chosen.schedule?.id === scheduleId
  const source = useQuery({
    ...reportSource({ reportId, scheduleId }),
    ...(isChosen ? { initialData: chosen } : undefined),
  })
  const isMissing = source.data === null
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing, onMissing])
  return (
    <QueryView query={source} texts={texts.source} skeleton={() => null}>
      {(found) =>
        found ? (
          <ReportBuilder
            key={found.report?.frozenAt ?? found.schedule?.id ?? 'new'}
            report={found.report}
            schedule={found.schedule}
            {...builder}
          />
        ) : null
      }
    </QueryView>
  )
}
