/** The prompts that a search has found, in their four states. */
import type { Prompt } from '@tangelo/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { formatWhole } from '#lib/format.ts'
import { getLoadMore } from '#lib/load-more.ts'
import { useFocusAfterRow } from '#lib/use-focus-after-row.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { MoreFailed } from '#ui/more-failed.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { filterPrompts, libraryPages, type Pages, wholeLibrary } from '../queries/library.ts'
import { isFound } from '../rules/prompts.ts'
import { texts } from '../texts.ts'
import { EditPrompt } from './edit-prompt.tsx'
import { PromptGrid, PromptsSkeleton } from './prompt-grid.tsx'
import { RemovePrompt } from './remove-prompt.tsx'

export const words = texts.library

export interface PromptLibraryProps {
  readonly search: string
  readonly onSearchChange: (search: string) => void
  readonly onMake: () => void
  readonly onTest: (promptId: string) => void
}

/** `isSearched`: the search field has the focus, and typing is about to begin. */
export function useLibrary(search: string, isSearched: boolean) {
  const { data: whole = null } = useQuery({ ...wholeLibrary(), enabled: isSearched })
  return useInfiniteQuery({
    ...libraryPages(search),
    placeholderData: (before: Pages | undefined) => filterPrompts(search, whole, before),
  })
}

interface PromptsProps extends PromptLibraryProps {
  readonly list: ReturnType<typeof useLibrary>
}

export function FoundPrompts({ list, search, onSearchChange, onMake, onTest }: PromptsProps) {
  const { data, hasNextPage, isPlaceholderData } = list
  const late = useDelayed(list.isPending)
  const prompts = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data])
  // What was found here is not of the question before.
  const isFoundHere = data?.pages[0]?.total != null || prompts.length > 0
  const isStale = isPlaceholderData && !(isFoundHere && prompts.every((prompt) => isFound(prompt, search)))
  const [open, setOpen] = useState<{ kind: 'edit' | 'remove'; prompt: Prompt } | null>(null)
  const edit = useCallback((prompt: Prompt) => setOpen({ kind: 'edit', prompt }), [])
  const whole = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusAfterRow(whole)
  const remove = useCallback((prompt: Prompt) => setOpen({ kind: 'remove', prompt }), [])

  if (list.isPending) return <PromptsSkeleton shown={late} />
  if (!data)
    return (
      <Panel>
        <QueryFailed title={words.failed} cause={readServerMessage(list.error) ?? words.failedCause} query={list} />
      </Panel>
    )
  if (prompts.length === 0)
    return (
      <Panel className={isStale ? 'opacity-60' : ''}>
        {search ? (
          <EmptyState
            text={words.noMatch}
            actions={<Button onClick={() => onSearchChange('')}>{words.clear}</Button>}
          />
        ) : (
          <EmptyState
            text={words.empty}
            actions={
              <Button icon={<Plus />} onClick={onMake}>
                {words.make}
              </Button>
            }
          />
        )}
      </Panel>
    )
  // Not announced while a search is running.
  const total = data.pages[0]?.total ?? (hasNextPage ? null : prompts.length)
  return (
    <>
      <div ref={whole} {...keepFocus}>
        <PromptGrid
          search={search}
          prompts={prompts}
          total={total}
          stale={isStale}
          loadMore={getLoadMore(list)}
          onTest={onTest}
          onEdit={edit}
          onRemove={remove}
        />
      </div>
      <p className="mt-3 flex items-center gap-3 text-note text-ink-3">
        <span role="status">
          {total === null
            ? words.foundSoFar(formatWhole(prompts.length))
            : total === 1
              ? words.one
              : words.shown(formatWhole(prompts.length), formatWhole(total))}
        </span>
        <MoreFailed className="ml-auto" list={list} text={words.moreFailed} />
      </p>
      {open?.kind === 'edit' ? <EditPrompt prompt={open.prompt} onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'remove' ? <RemovePrompt prompt={open.prompt} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
