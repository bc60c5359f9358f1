/** Chooses a user by typing some of the name; for administrators. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#ui/combobox.tsx'
import { ownerChoices } from '../queries.ts'
import { texts } from '../texts.ts'

export interface Owner {
  readonly id: number
  readonly username: string
}

interface OwnerFieldProps {
  readonly label: string
  /** The name of the chosen user; empty when none is chosen. */
  readonly chosen: string
  readonly onChange: (owner: Owner) => void
  readonly error?: string | undefined
}

export function OwnerField({ label, chosen, onChange, error }: OwnerFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const found = useQuery({
    ...ownerChoices(text?.trim() ?? ''),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const owners = found.data ?? []
  return (
    <Combobox
      label={label}
      chosen={chosen}
      onSearch={setText}
      options={owners.map(({ id, username, companyName }) => ({
        value: String(id),
        label: companyName ? `${username} (${companyName})` : username,
      }))}
      isStale={found.isPending || found.isPlaceholderData}
      note={found.error ? texts.owner.failed : found.isPending ? texts.owner.loading : texts.owner.none}
      value={String(owners.find(({ username }) => username === chosen)?.id ?? '')}
      onChange={(value) => {
        const owner = owners.find(({ id }) => String(id) === value)
        if (owner) onChange(owner)
      }}
      error={error}
    />
  )
}
