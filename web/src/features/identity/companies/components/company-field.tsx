/** Chooses a company by typing some of its name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#ui/combobox.tsx'
import { companiesOf, companyChoices, companyNames } from '../queries.ts'
import { mayTake } from '../rules.ts'
import { texts } from '../texts.ts'

interface CompanyFieldProps {
  /** Null: none. */
  readonly value: number | null
  readonly onChange: (companyId: number | null) => void
  /** May be left at none. spec §5: shown as a choice of its own. */
  readonly optional?: boolean
  /**
   * Companies whose accounts are to move: only those are offered that may take them. The demo workspace keeps its accounts, and gets
   * no others (D46).
   */
  readonly movingFrom?: readonly number[]
}

const NOWHERE: readonly number[] = []
const NONE = '0' // spec §5: company '0' means none

export function CompanyField({ value, onChange, optional = false, movingFrom = NOWHERE }: CompanyFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const found = useQuery({
    ...companyChoices(text?.trim() ?? ''),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const names = useQuery(companyNames(value === null ? [] : [value]))
  const [picked, setPicked] = useState<{ id: number; name: string } | null>(null)
  const nothing = movingFrom.length > 0 ? texts.field.choose : texts.field.none
  const named = value === null ? nothing : picked?.id === value ? picked.name : names.data?.get(value)

  const sources = useQuery(companiesOf(movingFrom))
  const isComing = found.isPending || sources.isLoading
  const companies = isComing
    ? []
    : (found.data ?? [])
        .filter((company) => mayTake(company, sources.data ?? []))
        .map(({ id, name }) => ({ value: String(id), label: name }))
  const none = optional && !text?.trim() ? [{ value: NONE, label: texts.field.none }] : []
  return (
    <Combobox
      label={texts.field.label}
      chosen={named ?? (value === null || names.isPending ? '' : texts.field.unknown(value))}
      onSearch={setText}
      options={[...none, ...companies]}
      isStale={isComing || found.isPlaceholderData}
      note={found.error ? texts.field.failed : isComing ? texts.field.loading : texts.field.noMatch}
      value={value === null ? NONE : String(value)}
      onChange={(chosen, name) => {
        const id = chosen === NONE ? null : Number(chosen)
        setPicked(id === null ? null : { id, name })
        onChange(id)
      }}
    />
  )
}
