/** The folders in sight; further pages come with the way down. */
import type { ReelFolder } from '@tangelo/contract'
import { getLoadMore, type PagedQuery } from '#lib/load-more.ts'
import { useWindowRows } from '#lib/use-window-rows.ts'
import { MoreFailed } from '#ui/more-failed.tsx'
import { texts } from '../texts.ts'
import { FolderCard } from './folder-card.tsx'

/** As in drive-imports.css, with the line below. */
const CARD_HEIGHT = 176
const OVERSCAN_ROWS = 4
const AHEAD_ROWS = 20

interface RowsProps {
  readonly list: PagedQuery
  readonly folders: readonly ReelFolder[]
  readonly total: number
  readonly selectedId: string | null
}

export function FolderRows({ list, folders, total, selectedId }: RowsProps) {
  const rows = useWindowRows<HTMLUListElement>({
    count: folders.length,
    rowHeight: CARD_HEIGHT,
    loadMore: getLoadMore(list),
    overscan: OVERSCAN_ROWS,
    ahead: AHEAD_ROWS,
  })
  return (
    <>
      <ul
        ref={rows.body}
        className="overflow-clip border border-line rounded-panel bg-surface"
        style={{ paddingTop: rows.above, paddingBottom: rows.below }}
        aria-label={texts.folders.title}
      >
        {rows.indexes.map((index) => {
          const folder = folders[index]
          return folder ? (
            <FolderCard
              key={folder.id}
              folder={folder}
              isSelected={folder.id === selectedId}
              place={index + 1}
              total={total}
            />
          ) : null
        })}
      </ul>
      <MoreFailed className="mt-3 justify-end text-label text-ink-3" list={list} text={texts.folders.moreFailed} />
    </>
  )
}
