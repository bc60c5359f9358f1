/** Chooses a prompt of the library by typing some of it, or none. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#ui/combobox.tsx'
import { promptById, promptChoices } from '../queries.ts'
import { texts } from '../texts.ts'

interface PromptFieldProps {
  readonly label: string
  /** Empty for none. */
  readonly value: string
  readonly onChange: (promptId: string) => void
}

const NONE = ''
const words = texts.field

export function PromptField({ label, value, onChange }: PromptFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const query = text?.trim() ?? ''
  const found = useQuery({
    ...promptChoices(query),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const named = useQuery({ ...promptById(value), enabled: value !== NONE })
  const prompts = found.data?.map(({ id, title }) => ({ value: id, label: title.trim() || texts.card.untitled })) ?? []
  const chosen = value === NONE ? words.none : named.data ? named.data.title.trim() || texts.card.untitled : null
  return (
    <Combobox
      label={label}
      chosen={chosen ?? (named.isPending ? '' : words.unknown(value))}
      onSearch={setText}
      options={[...(query ? [] : [{ value: NONE, label: words.none }]), ...prompts]}
      note={found.error ? words.failed : found.isPending ? words.loading : words.noMatch}
      error={found.error ? words.failed : undefined}
      value={value}
      onChange={onChange}
    />
  )
}
