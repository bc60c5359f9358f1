/** All accounts of one client, chosen with one press: also those whose pages are not loaded, up to as many as may be changed at once. */
import { ACCOUNTS_AT_ONCE_MAX } from '@tangelo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { readServerMessage } from '#lib/api.ts'
import { useSingleFlight } from '#lib/use-single-flight.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { type AccountQuestion, accountPages, fetchFirstRows, flattenRows } from '../queries/lists.ts'
import { shareSelected } from '../rules/selection.ts'
import { texts } from '../texts/list.ts'
import type { AccountSelection } from './use-selection.ts'

export function useClientSelection(
  { selection, toggleRows }: AccountSelection,
  question: AccountQuestion,
  name: string,
) {
  const cache = useQueryClient()
  const { run } = useSingleFlight()
  const pages = cache.getQueryData(accountPages(question).queryKey)?.pages ?? []
  const known = flattenRows(pages)
  const shareOfKnown = shareSelected(selection, known)
  const share = shareOfKnown === 'all' && pages.at(-1)?.nextCursor ? 'some' : shareOfKnown

  const select = async (): Promise<void> => {
    try {
      const { rows, hasMore } = await fetchFirstRows(cache, question, ACCOUNTS_AT_ONCE_MAX)
      toggleRows(rows)
      if (hasMore && shareSelected(selection, rows) !== 'all')
        toast({
          title: texts.table.mostSelected(rows.length, name),
          description: texts.table.mostSelectedDescription(ACCOUNTS_AT_ONCE_MAX),
          tone: 'notice',
        })
    } catch (error) {
      showFailure(texts.table.selectClientFailed(name), readServerMessage(error))
    }
  }
  return {
    share,
    toggle: (): void => {
      if (share === 'all') toggleRows(known)
      else void run(select)
    },
  }
}
