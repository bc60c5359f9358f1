/** What the accounts are filtered by: client, category, tag and source. */
import type { ClientTotals } from '@tangelo/contract'
import { ACCOUNT_CATEGORIES, SOURCES } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Select } from '#ui/select.tsx'
import { accountTags } from '../queries/lists.ts'
import type { AccountsView, ViewChange } from '../rules/view.ts'
import { texts } from '../texts/list.ts'

export interface AccountFiltersProps {
  readonly view: AccountsView
  readonly onChange: (change: ViewChange) => void
  /** For administrators only, who see several. */
  readonly clients: readonly ClientTotals[] | undefined
  readonly clientId: number | null
  readonly onClient: (id: number | null) => void
  /** Below each other, with labels. */
  readonly isField?: boolean
}

export function AccountFilters({ view, onChange, clients, clientId, onClient, isField = false }: AccountFiltersProps) {
  const tags = useQuery(accountTags(clientId ?? undefined))
  const names = [...new Set(tags.data?.map(({ name }) => name))]
  const ask = { hideLabel: !isField }
  return (
    <>
      {clients && clients.length > 1 ? (
        <Select
          {...ask}
          label={texts.tools.client}
          isInAddress
          none={isField ? undefined : texts.tools.client}
          value={clientId === null ? '' : String(clientId)}
          onChange={(id) => onClient(id === '' ? null : Number(id))}
          options={[
            { value: '', label: texts.tools.allClients },
            ...clients.map(({ companyId, name }) => ({ value: String(companyId), label: name })),
          ]}
        />
      ) : null}
      <Select
        {...ask}
        label={texts.tools.category}
        isInAddress
        none={isField ? undefined : texts.tools.category}
        value={view.category ?? ''}
        onChange={(category) => onChange({ category: category || undefined })}
        options={CATEGORIES}
      />
      {names.length > 0 ? (
        <Select
          {...ask}
          label={texts.tools.tag}
          isInAddress
          none={isField ? undefined : texts.tools.tag}
          value={view.tag ?? ''}
          onChange={(tag) => onChange({ tag: tag || undefined })}
          options={[{ value: '', label: texts.tools.allTags }, ...names.map((name) => ({ value: name, label: name }))]}
        />
      ) : null}
      <Select
        {...ask}
        label={texts.tools.source}
        isInAddress
        none={isField ? undefined : texts.tools.source}
        value={view.source ?? ''}
        onChange={(source) => onChange({ source: source || undefined })}
        options={SOURCE_OPTIONS}
      />
    </>
  )
}

const CATEGORIES = [
  { value: '', label: texts.tools.allCategories },
  ...ACCOUNT_CATEGORIES.map((value) => ({ value, label: value })),
] as const
const SOURCE_OPTIONS = [
  { value: '', label: texts.tools.allSources },
  ...SOURCES.map((value) => ({ value, label: texts.sources[value] })),
] as const
