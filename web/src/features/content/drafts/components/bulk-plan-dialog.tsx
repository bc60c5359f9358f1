/** Gives the selected drafts an account, an assignee or a date at once. What is not touched stays as it is. */
import type { ContentItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { companyCalendar } from '../../items/queries/items.ts'
import { AccountField, AssigneeField } from '../../post-plan/components/plan-fields.tsx'
import { texts as planTexts } from '../../post-plan/texts.ts'
import { useChangeStatus } from '../queries/changes.ts'
import { texts } from '../texts/drafts.ts'
import { texts as postTexts } from '../texts/post.ts'
import { DateField } from './date-field.tsx'

interface BulkPlanDialogProps {
  readonly posts: readonly ContentItem[]
  readonly onClose: () => void
}

interface Plan {
  /** Undefined: as it is. */
  readonly account?: ContentItem['account']
  readonly assignee?: ContentItem['assignee']
  readonly publishDate?: string
}

export function BulkPlanDialog({ posts, onClose }: BulkPlanDialogProps) {
  const [plan, setPlan] = useState<Plan>({})
  const [noDate, setNoDate] = useState(false)
  const change = useChangeStatus()
  const isAdmin = useSession().user?.role === 'admin'
  const companies = [...new Set(posts.map(({ companyId }) => companyId))]
  // By the clock of the company, where there is one.
  const { data: calendar } = useQuery(companyCalendar(isAdmin && companies.length === 1 ? companies[0] : undefined))
  const { account, assignee, publishDate } = plan
  const isEmpty = account === undefined && assignee === undefined && publishDate === undefined

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isEmpty || noDate || change.isPending) return
    const changes = {
      ...(account === undefined ? {} : { accountId: account?.id ?? null }),
      ...(assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
      ...(publishDate === undefined ? {} : { publishDate }),
    }
    void change.mutateAsync({ posts, ...changes }).then(
      ({ changed, refused }) => {
        const [first] = refused
        onClose()
        if (first) {
          const title = texts.bulk.refused(refused.length, posts.length)
          showFailure(title, first.message)
        } else toast({ title: planTexts.bulk.planned(changed.length) })
      },
      (error: Error) => showFailure(texts.bulk.failed, error.message),
    )
  }
  return (
    <Dialog
      onClose={() => !change.isPending && onClose()}
      title={planTexts.bulk.title(formatWhole(posts.length), posts.length)}
      description={planTexts.bulk.description}
      footer={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            {postTexts.dialog.cancel}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="bulk-plan"
            disabled={isEmpty || noDate}
            busy={change.isPending}
            busyLabel={planTexts.bulk.busy}
          >
            {planTexts.bulk.submit}
          </Button>
        </>
      }
    >
      <form id="bulk-plan" className="grid gap-4" noValidate onSubmit={submit}>
        {companies.length === 1 ? (
          <>
            <AccountField
              companyId={companies[0]}
              value={account}
              onChange={(next) => setPlan({ ...plan, account: next })}
            />
            <AssigneeField
              companyId={companies[0]}
              value={assignee}
              onChange={(next) => setPlan({ ...plan, assignee: next })}
            />
          </>
        ) : (
          <p className="text-label text-ink-2">{planTexts.bulk.severalCompanies}</p>
        )}
        <DateField
          value={publishDate ?? null}
          timeZone={calendar?.timeZone ?? 'UTC'}
          onChange={(next) => {
            setNoDate(next === undefined)
            const { publishDate: _, ...rest } = plan
            if (next !== undefined) setPlan(next === null ? rest : { ...rest, publishDate: next })
          }}
        />
      </form>
    </Dialog>
  )
}
