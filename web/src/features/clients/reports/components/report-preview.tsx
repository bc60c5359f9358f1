/** The real file in a frame without rights: made again a moment after the last change. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { type ReportPreview as Preview, type ReportSettings, reportPreview } from '../queries/reports.ts'
import { texts } from '../texts.ts'
import { ReportPages } from './report-pages.tsx'

interface ReportPreviewProps {
  /** Null while something is missing. */
  readonly settings: ReportSettings | null
  readonly hasSubject: boolean
  readonly onPreview: (preview: Preview | undefined) => void
}

const PAUSE_MS = 500
const words = texts.preview
type Width = 'screen' | 'paper' | 'phone'

/** What is typed is drawn when the keys have rested. */
function useRested(settings: ReportSettings | null): ReportSettings | null {
  const [rested, setRested] = useState(settings)
  const text = JSON.stringify(settings)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as ReportSettings | null), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

export function ReportPreview({ settings, hasSubject, onPreview }: ReportPreviewProps) {
  const [width, setWidth] = useState<Width>('screen')
  const [pages, setPages] = useState<number>()
  const query = useQuery(reportPreview(useRested(settings)))
  const preview = settings ? query.data : undefined
  useEffect(() => onPreview(preview), [preview, onPreview])
  const path = preview && new URL(preview.url, window.location.href).pathname
  return (
    <section className="report-preview" aria-label={words.title}>
      <div className="report-preview-bar">
        <p role="status" className="min-w-0 grow truncate">
          {query.isFetching ? words.making : preview ? words.about(formatBytes(preview.bytes), preview.pictures) : ''}
        </p>
        <Segmented<Width>
          label={words.width}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'screen', label: words.screen },
            { value: 'paper', label: words.paper(preview ? pages : undefined) },
            { value: 'phone', label: words.phone },
          ]}
        />
      </div>
      {query.error && !query.isFetching ? (
        <FailedState title={words.failed} cause={query.error.message} onRetry={() => void query.refetch()} />
      ) : path ? (
        <>
          {width === 'paper' ? null : (
            <div className="report-frame" data-width={width} aria-busy={query.isFetching}>
              <iframe title={words.frame} sandbox="" src={path} />
            </div>
          )}
          <ReportPages path={path} isShown={width === 'paper'} pages={pages} onCount={setPages} />
        </>
      ) : (
        <div className="face">
          <Wheel spinning={query.isFetching} />
          <p>{settings ? words.making : hasSubject ? words.missing : words.choose}</p>
        </div>
      )}
    </section>
  )
}
