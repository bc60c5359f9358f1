/** The API tokens of a user, the newest first. Four states; a table, and on a phone two lines for each. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLastHeight } from '#lib/use-last-height.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ApiToken, tokenList } from '../queries.ts'
import { texts } from '../texts.ts'
import { DeleteToken } from './delete-dialogs.tsx'
import { TokenCards, TokenTable } from './token-rows.tsx'

/** `username`: whose, where they are not the viewer's own. */
export function TokenList({ username }: { readonly username: string | undefined }) {
  const list = useQuery(tokenList(username))
  const isNarrow = useMediaQuery('(max-width: 1099px)')
  const [deleting, setDeleting] = useState<ApiToken | null>(null)
  const rest = useLastHeight<HTMLElement>('tokens', list.isPending)
  const Rows = isNarrow ? TokenCards : TokenTable
  return (
    <Panel aria-label={texts.list.caption} ref={rest.box} style={{ minHeight: rest.minHeight }}>
      <QueryView query={list} texts={texts.list} skeleton={renderSkeleton}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState text={username ? texts.list.emptyOf(username) : texts.list.empty} />
          ) : (
            <Rows tokens={tokens} onDelete={setDeleting} />
          )
        }
      </QueryView>
      {deleting ? <DeleteToken token={deleting} onClose={() => setDeleting(null)} /> : null}
    </Panel>
  )
}

/** As high as the sentence of an empty list. */
const renderSkeleton = (isLate: boolean) => (
  <div className="h-46" data-skeleton="">
    {['w-64', 'w-72', 'w-60'].map((width) => (
      <div key={width} className="flex h-14 items-center border-b border-line px-5 last:border-b-0">
        {isLate ? <Skeleton className={`h-3 max-w-full ${width}`} /> : null}
      </div>
    ))}
  </div>
)
