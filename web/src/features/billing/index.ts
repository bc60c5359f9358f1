export { CreditsBadge } from './credits/components/credits-badge.tsx'
export { CreditsNotice } from './credits/components/credits-notice.tsx'
export { GiveCredits } from './credits/components/give-credits.tsx'
export { refreshCredits, useCredits } from './credits/queries.ts'
export { hasCredit } from './credits/rules.ts'
export { texts as creditsTexts } from './credits/texts.ts'
export { CancelDialog } from './subscriptions/components/cancel-dialog.tsx'
export { ChangeDialog } from './subscriptions/components/change-dialog.tsx'
export { CurrentPlan } from './subscriptions/components/current-plan.tsx'
export { DetailsDialog } from './subscriptions/components/details-dialog.tsx'
export { InvoiceList } from './subscriptions/components/invoice-list.tsx'
export { NewCardDialog } from './subscriptions/components/new-card-dialog.tsx'
export { BankQuestion } from './subscriptions/components/payment-dialog.tsx'
export { PlanBoard } from './subscriptions/components/plan-board.tsx'
export { SubscribeDialog } from './subscriptions/components/subscribe-dialog.tsx'
export {
  type Customer,
  companySubscription,
  paymentProvider,
  planList,
  refreshSubscription,
  type SubscriptionPlan,
} from './subscriptions/queries/subscription.ts'
export { texts as subscriptionTexts } from './subscriptions/texts/plans.ts'
