/** 'Draft Posts': the four states of the list, its filters and bulk actions. The URL holds what is shown. */
import { CONTENT_MEDIA_TYPES, type ContentMediaType } from '@tangelo/contract/limits'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { usePull } from '../../items/queries/items.ts'
import { texts } from '../texts/drafts.ts'
import { texts as postTexts } from '../texts/post.ts'
import { DraftList, useDraftList } from './draft-list.tsx'

/** spec §9: grid columns; the first is the default. */
const COLUMNS = ['4', '5', '6'] as const
type Columns = (typeof COLUMNS)[number]
type MediaChoice = ContentMediaType | ''
const MEDIA_OPTIONS: { value: MediaChoice; label: string }[] = [
  { value: '', label: texts.panel.allMedia },
  ...CONTENT_MEDIA_TYPES.map((value) => ({ value, label: postTexts.mediaTypes[value] })),
]

interface DraftPanelProps {
  readonly columns: Columns
  /** Empty for all. */
  readonly mediaType: MediaChoice
  readonly filter: string
  readonly onColumnsChange: (columns: Columns) => void
  readonly onMediaTypeChange: (mediaType: MediaChoice) => void
  readonly onFilterChange: (filter: string) => void
  readonly onNew: () => void
}

export function DraftPanel(props: DraftPanelProps) {
  const { columns, mediaType, filter, onColumnsChange, onMediaTypeChange, onFilterChange, onNew } = props
  const list = useDraftList({ mediaType, q: filter })
  const refresh = useRefresh(async () => {
    const { error } = await list.refetch()
    if (error) throw error
  })
  const isPhone = useMediaQuery('(max-width: 599px)')
  return (
    <section aria-labelledby="drafts-heading">
      <div className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-3 desk:items-end desk:gap-x-6">
        <div className="min-w-0 flex-1 desk:basis-80">
          <h3 id="drafts-heading" className="text-panel">
            {texts.panel.title}
          </h3>
          <p className="text-label text-ink-2">{texts.panel.description}</p>
        </div>
        <div className="flex items-center gap-2">
          {isPhone ? null : (
            <>
              <span className="text-label text-ink-3" aria-hidden="true">
                {texts.panel.gridLayout}
              </span>
              <Segmented
                label={texts.panel.gridLayout}
                value={columns}
                onChange={onColumnsChange}
                options={COLUMNS.map((value) => ({ value, label: value, title: texts.panel.columns(value) }))}
              />
            </>
          )}
          <Button
            icon={<RefreshCw />}
            disabled={list.isPending}
            busy={refresh.busy}
            busyLabel={texts.panel.refreshing}
            onClick={refresh.start}
          >
            {texts.panel.refresh}
          </Button>
        </div>
        <div className="flex w-full items-center gap-2">
          <FilterField
            className="min-w-0 flex-1 desk:w-56 desk:flex-none"
            label={texts.panel.filter}
            placeholder={isPhone ? texts.panel.filterShort : texts.panel.filter}
            filter={filter}
            onFilterChange={onFilterChange}
          />
          <Select
            label={texts.panel.media}
            hideLabel
            prefix={texts.panel.media}
            isInAddress
            value={mediaType}
            onChange={onMediaTypeChange}
            options={MEDIA_OPTIONS}
          />
        </div>
      </div>
      <DraftList
        list={list}
        columns={Number(columns)}
        isFiltered={filter !== '' || mediaType !== ''}
        onClearFilter={() => {
          onFilterChange('')
          onMediaTypeChange('')
        }}
        onNew={onNew}
      />
    </section>
  )
}

/** Syncs the external table first, then refetches the list; a table that cannot be reached is reported. */
function useRefresh(askAgain: () => Promise<void>) {
  const pull = usePull()
  const [busy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await pull.mutateAsync()
      await askAgain()
      toast({ title: texts.panel.refreshed, description: texts.panel.refreshedDescription })
    } catch {
      showFailure(texts.panel.refreshFailed, texts.panel.refreshFailedDescription)
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void start() }
}
