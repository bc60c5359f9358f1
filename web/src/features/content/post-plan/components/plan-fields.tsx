/** For which account a post is, and who works on it. */
import type { ContentItem } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Select } from '#ui/select.tsx'
import { accountsNamed, assignees } from '../../planning/queries.ts'
import { texts } from '../texts.ts'

type Account = NonNullable<ContentItem['account']>
type Assignee = NonNullable<ContentItem['assignee']>

const AS_IT_IS = 'as-it-is'

interface PlanFieldProps<Linked> {
  readonly companyId: number | undefined
  /** Undefined: as it is, where several posts are changed. */
  readonly value: Linked | null | undefined
  readonly onChange: (value: Linked | null) => void
}

export function AccountField({ companyId, value, onChange }: PlanFieldProps<Account>) {
  const [text, setText] = useState<string | null>(null)
  const found = useQuery({
    ...accountsNamed(text?.trim() ?? '', companyId),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.filter((account) => companyId === undefined || account.companyId === companyId) ?? []
  const options = rows.map(({ id, username, metrics }) => ({
    value: String(id),
    label: `@${username}`,
    icon: <Avatar username={username} size={20} src={metrics.profilePicture} />,
  }))
  return (
    <Combobox
      label={texts.fields.account}
      icon={value ? <Avatar username={value.username} size={20} src={value.profilePicture} /> : null}
      chosen={value === undefined ? texts.fields.asItIs : value ? `@${value.username}` : texts.fields.noAccount}
      value={value === undefined ? AS_IT_IS : value ? String(value.id) : ''}
      options={text?.trim() ? options : [{ value: '', label: texts.fields.noAccount }, ...options]}
      isStale={found.isPending || found.isPlaceholderData}
      note={
        found.isError ? texts.fields.accountsFailed : found.data && rows.length === 0 ? texts.fields.none : undefined
      }
      onSearch={setText}
      onChange={(id) => {
        const account = rows.find((row) => String(row.id) === id)
        if (!account) return onChange(null)
        const { username, metrics } = account
        onChange({ id: account.id, username, profilePicture: metrics.profilePicture })
      }}
    />
  )
}

export function AssigneeField({ companyId, value, onChange }: PlanFieldProps<Assignee>) {
  const { data = [] } = useQuery(assignees(companyId))
  // Someone whom the viewer could not choose stays chosen.
  const people = value && !data.some(({ id }) => id === value.id) ? [value, ...data] : data
  return (
    <Select
      label={texts.fields.assignee}
      value={value === undefined ? AS_IT_IS : value ? String(value.id) : ''}
      options={[
        ...(value === undefined ? [{ value: AS_IT_IS, label: texts.fields.asItIs }] : []),
        { value: '', label: texts.fields.unassigned },
        ...people.map(({ id, username }) => ({ value: String(id), label: username })),
      ]}
      onChange={(id) => onChange(people.find((person) => String(person.id) === id) ?? null)}
    />
  )
}
