/** Subscription Plans: what the company has, what it can have, and what it has paid. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  BankQuestion,
  CancelDialog,
  ChangeDialog,
  CreditsBadge,
  CurrentPlan,
  type Customer,
  companySubscription,
  DetailsDialog,
  InvoiceList,
  NewCardDialog,
  PlanBoard,
  paymentProvider,
  planList,
  refreshSubscription,
  SubscribeDialog,
  type SubscriptionPlan,
  subscriptionTexts as texts,
} from '#features/billing/index.ts'
import { demoState } from '#features/operations/index.ts'
import { useClient } from '#lib/client.ts'
import { useSession } from '#lib/session.ts'
import { Badge } from '#ui/badge.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.tsx'

const route = getRouteApi('/pricing')

/** One at a time. */
type OpenDialog =
  | { readonly kind: 'details'; readonly plan: SubscriptionPlan }
  | {
      readonly kind: 'payment'
      readonly plan: SubscriptionPlan
      readonly customer: Customer
      readonly clientSecret: string
    }
  | { readonly kind: 'card'; readonly clientSecret: string }
  | { readonly kind: 'change'; readonly plan: SubscriptionPlan }
  | { readonly kind: 'cancel' }

export function PricingPage() {
  const { clientId, choose } = useClient()
  const user = useSession().user
  const ownId = user?.companyId ?? null
  const companyId = clientId ?? ownId
  const subscription = useQuery(companySubscription(companyId))
  const provider = useQuery(paymentProvider())
  const plans = useQuery(planList(clientId))
  const lacksPlans = user?.role === 'admin' && clientId === null && plans.data?.length === 0
  const demoId = useQuery({ ...demoState(), enabled: lacksPlans }).data?.companyIds[0]
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = (): void => setDialog(null)
  useComingBack()
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 desk:flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-title whitespace-nowrap">{texts.title}</h1>
            {provider.data?.provider === 'sandbox' ? <Badge tone="amber">{texts.sandbox}</Badge> : null}
          </div>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        {companyId === null ? null : <CreditsBadge companyId={companyId} />}
      </div>
      {companyId === null ? (
        <p className="text-label mt-4 py-2 px-3 rounded-control bg-amber-wash" role="status">
          {texts.noCompany}
        </p>
      ) : null}
      {subscription.error && subscription.data === undefined ? (
        <Panel className="mt-6 overflow-clip">
          <QueryFailed title={texts.state.failed} query={subscription} />
        </Panel>
      ) : null}
      {companyId !== null && subscription.data ? (
        <CurrentPlan
          companyId={companyId}
          subscription={subscription.data}
          plans={plans.data ?? []}
          onCancel={() => setDialog({ kind: 'cancel' })}
          onCard={(clientSecret) => setDialog({ kind: 'card', clientSecret })}
        />
      ) : null}
      <PlanBoard
        clientId={clientId}
        subscription={companyId === null ? null : subscription.data}
        isWaiting={companyId !== null && subscription.isPending}
        isClosed={companyId === null}
        onShowDemo={lacksPlans && demoId !== undefined ? () => choose(demoId) : null}
        onChoose={(plan, action) => setDialog({ kind: action === 'change' ? 'change' : 'details', plan })}
      />
      {companyId === null ? null : (
        <>
          {subscription.data ? <InvoiceList companyId={companyId} /> : null}
          {dialog?.kind === 'details' ? (
            <DetailsDialog
              companyId={companyId}
              plan={dialog.plan}
              onReady={(clientSecret, customer) =>
                setDialog({ kind: 'payment', plan: dialog.plan, customer, clientSecret })
              }
              onClose={close}
            />
          ) : null}
          {dialog?.kind === 'payment' ? <SubscribeDialog companyId={companyId} {...dialog} onClose={close} /> : null}
          {dialog?.kind === 'card' ? (
            <NewCardDialog
              companyId={companyId}
              subscription={subscription.data ?? null}
              clientSecret={dialog.clientSecret}
              onClose={close}
            />
          ) : null}
          {dialog?.kind === 'change' ? (
            <ChangeDialog
              companyId={companyId}
              plan={dialog.plan}
              isEnding={subscription.data?.cancelAtPeriodEnd ?? false}
              onClose={close}
            />
          ) : null}
          {dialog?.kind === 'cancel' ? <CancelDialog companyId={companyId} onClose={close} /> : null}
          <BankQuestion />
        </>
      )}
    </>
  )
}

/** Back from a page of the provider (spec §4): shown once, and removed from the URL. */
function useComingBack(): void {
  const { success } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (success === undefined) return
    toast({ title: texts.toasts.activated, description: texts.toasts.activatedDescription })
    void navigate({ search: {}, replace: true })
    void refreshSubscription(client)
  }, [success, navigate, client])
}
