/** For which account a post is, and who works on it. */
import type { ContentItem } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Select } from '#ui/select.tsx'
import { accountsNamed, assignees } from '../../planning/queries.ts'
import { texts } from '../texts.ts'

type Link = NonNullable<ContentItem['account']>

const AS_IT_IS = 'as-it-is'

interface PlanFieldProps {
  readonly companyId: number | undefined
  /** Undefined: as it is, where several posts are changed. */
  readonly value: Link | null | undefined
  readonly onChange: (value: Link | null) => void
}

export function AccountField({ companyId, value, onChange }: PlanFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const found = useQuery({
    ...accountsNamed(text?.trim() ?? '', companyId),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.filter((account) => companyId === undefined || account.companyId === companyId) ?? []
  const options = rows.map(({ id, username }) => ({ value: String(id), label: `@${username}` }))
  return (
    <div className="flex items-start gap-2">
      {value ? (
        <span className="mt-7 flex-none">
          <Avatar username={value.username} size={28} />
        </span>
      ) : null}
      <div className="min-w-0 flex-1">
        <Combobox
          label={texts.fields.account}
          chosen={value === undefined ? texts.fields.asItIs : value ? `@${value.username}` : texts.fields.noAccount}
          value={value === undefined ? AS_IT_IS : value ? String(value.id) : ''}
          options={text?.trim() ? options : [{ value: '', label: texts.fields.noAccount }, ...options]}
          note={
            found.isError
              ? texts.fields.accountsFailed
              : found.data && rows.length === 0
                ? texts.fields.none
                : undefined
          }
          onSearch={setText}
          onChange={(id) => {
            const account = rows.find((row) => String(row.id) === id)
            onChange(account ? { id: account.id, username: account.username } : null)
          }}
        />
      </div>
    </div>
  )
}

export function AssigneeField({ companyId, value, onChange }: PlanFieldProps) {
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
