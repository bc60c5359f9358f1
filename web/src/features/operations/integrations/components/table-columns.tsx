/** Which column of a company's table holds which field: found by its name or chosen, what is wrong with it, and another choice. */
import type { TableFields } from '@tangelo/contract'
import type { TableField } from '@tangelo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Select } from '#ui/select.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { tableFields, useChooseColumns } from '../queries.ts'
import { BY_NAME, choiceOf, optionsOf, updateColumns } from '../rules.ts'
import { texts } from '../texts/set-up.ts'
import { FailureLine } from './failure-line.tsx'

export function TableColumns({ companyId }: { readonly companyId: number }) {
  const { data, error, isPending, refetch } = useQuery(tableFields(companyId))
  if (isPending) {
    return (
      <p className="mt-1 text-note text-ink-3" role="status">
        {texts.tables.fieldsLoading}
      </p>
    )
  }
  if (!data) {
    return (
      <FailureLine onRetry={() => void refetch()} message={error?.message ?? ''}>
        {texts.tables.fieldsFailed}
      </FailureLine>
    )
  }
  return <Fields table={data} />
}

function Fields({ table }: { table: TableFields }) {
  const choose = useChooseColumns(table.companyId)
  const change = (field: TableField, choice: string): void =>
    choose.mutate(updateColumns(table, field, choice), {
      onSuccess: () =>
        toast({ title: texts.tables.saved, description: texts.tables.savedDescription(table.companyName) }),
      onError: (error) => showFailure(texts.tables.saveFailed, error.message),
    })
  return (
    <>
      <p className="mt-1 mb-2 text-note text-ink-3">{texts.tables.fieldsHint}</p>
      <dl className="grid gap-x-6 gap-y-2 broad:grid-cols-2">
        {table.fields.map((held) => (
          <div key={held.field} className="grid grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3">
            <dt className="text-note text-ink-2">{texts.tables.names[held.field]}</dt>
            <dd className="min-w-0 [&_.select]:w-full [&_.select]:max-w-80 [&_.select]:justify-between">
              <Select
                label={texts.tables.names[held.field]}
                hideLabel
                disabled={choose.isPending}
                value={choiceOf(held)}
                options={optionsOf(table, held)}
                onChange={(choice) => change(held.field, choice)}
              />
              {choiceOf(held) === BY_NAME ? null : (
                <span className="ml-2 text-caption text-ink-3">{texts.tables.chosen}</span>
              )}
              {held.problem ? <p className="mt-0.5 text-caption break-words text-bad">{held.problem}</p> : null}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
