/** Chooses a prompt of the library by typing some of it, or none. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { promptById, promptChoices } from '../queries/library.ts'
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
  const hasFailed = found.isError || (named.isError && !named.data && !isMissing(named.error))
  return (
    <Combobox
      label={label}
      chosen={value === NONE ? words.none : nameOf(value, named)}
      onSearch={setText}
      options={[...(query ? [] : [{ value: NONE, label: words.none }]), ...prompts]}
      isStale={found.isPending || found.isPlaceholderData}
      note={found.error ? words.failed : found.isPending ? words.loading : words.noMatch}
      error={hasFailed ? words.failed : undefined}
      value={value}
      onChange={onChange}
    />
  )
}

/** Empty until it is known; an id that could not be asked about stays an id. */
function nameOf(promptId: string, { data, error }: { data: { title: string } | undefined; error: unknown }): string {
  if (isMissing(error)) return words.unknown(promptId)
  if (data) return data.title.trim() || texts.card.untitled
  return error ? promptId : ''
}

/** There is none, or the id is none. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
