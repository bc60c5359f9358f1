/** 'Subscribe to {plan}': who subscribes. What follows is the card. */
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { focusFirstInvalid } from '#lib/focus-first-invalid.ts'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useBeginSubscribing } from '../queries/changes.ts'
import { type Customer, paymentProvider, type SubscriptionPlan } from '../queries/subscription.ts'
import { customerProblems, failureOf } from '../rules.ts'
import { texts as paymentTexts } from '../texts/payment.ts'
import { texts } from '../texts/plans.ts'

const words = paymentTexts.details
const FORM = 'subscription-details'

interface DetailsDialogProps {
  readonly companyId: number
  readonly plan: SubscriptionPlan
  readonly onReady: (clientSecret: string, customer: Customer) => void
  readonly onClose: () => void
}

/** Mounted when it opens: the viewer's name, an empty address (spec §5). */
export function DetailsDialog({ companyId, plan, onReady, onClose }: DetailsDialogProps) {
  const username = useSession().user?.username ?? ''
  const [customer, setCustomer] = useState<Customer>({ customerName: username, customerEmail: '' })
  const [isJudged, setIsJudged] = useState(false)
  const begin = useBeginSubscribing(companyId)
  const isSandbox = useQuery(paymentProvider()).data?.provider === 'sandbox'
  const problems = isJudged ? customerProblems(customer) : {}

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (begin.isPending) return
    setIsJudged(true)
    if (Object.keys(customerProblems(customer)).length > 0) return focusFirstInvalid(event.currentTarget)
    const given = { customerName: customer.customerName.trim(), customerEmail: customer.customerEmail.trim() }
    try {
      const { clientSecret } = await begin.mutateAsync({ planId: plan.id, ...given })
      if (clientSecret) onReady(clientSecret, given)
      else showFailure(texts.toasts.error, texts.toasts.noSecret)
    } catch (error) {
      toast(failureOf(texts.toasts.createFailed, error))
    }
  }

  return (
    <Dialog
      size="small"
      onClose={() => !begin.isPending && onClose()}
      title={words.title(plan.name)}
      description={words.description}
      footer={
        <DialogButtons form={FORM} busy={begin.isPending} busyLabel={words.busy} onCancel={onClose}>
          {words.continue}
        </DialogButtons>
      }
    >
      <form id={FORM} className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.name}
          required
          autoComplete="name"
          value={customer.customerName}
          error={problems.name}
          onChange={(event) => setCustomer({ ...customer, customerName: event.target.value })}
        />
        <TextField
          label={words.email}
          type="email"
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
          hint={isSandbox ? undefined : words.emailHint}
          value={customer.customerEmail}
          error={problems.email}
          onChange={(event) => setCustomer({ ...customer, customerEmail: event.target.value })}
        />
      </form>
    </Dialog>
  )
}
