/** The library in its four states. The URL holds the search. */
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTypedText } from '#lib/use-typed-text.ts'
import { Button } from '#ui/button.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { Select } from '#ui/select.tsx'
import { FoundPrompts, type PromptLibraryProps, useLibrary, words } from './found-prompts.tsx'

/** The only one there is (spec §2). */
const CATEGORIES = [{ value: 'all', label: words.allCategories }] as const
/** What is found is drawn with each letter; the address has the word when the typing rests. */
const REST_MS = 150
const doNothing = (): void => undefined

export function PromptLibrary(props: PromptLibraryProps) {
  const [search, setSearch] = useTypedText(props.search, props.onSearchChange, REST_MS)
  const [isSearched, setSearched] = useState(false)
  const list = useLibrary(search, isSearched)
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async (): Promise<void> => {
    setRefreshing(true)
    await list.refetch()
    setRefreshing(false)
  }
  return (
    <section aria-label={words.list}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <FilterField
          className="min-w-0 flex-1 basis-full desk:max-w-96 desk:basis-80"
          label={words.search}
          placeholder={words.search}
          filter={search}
          onFilterChange={setSearch}
          restMs={0}
          onFocus={() => setSearched(true)}
        />
        <Select
          label={words.category}
          hideLabel
          prefix={words.category}
          value="all"
          options={CATEGORIES}
          onChange={doNothing}
        />
        <Button
          className="ml-auto"
          icon={<RefreshCw />}
          disabled={list.isPending}
          busy={isRefreshing}
          busyLabel={words.refreshing}
          onClick={() => void refresh()}
        >
          {words.refresh}
        </Button>
      </div>
      <FoundPrompts {...props} search={search} onSearchChange={setSearch} list={list} />
    </section>
  )
}
