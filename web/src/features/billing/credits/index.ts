/** What other rooms may use of credits. */
export { CreditsNotice } from './components/credits-notice.tsx'
export { GiveCredits } from './components/give-credits.tsx'
export { refreshCredits, useCredits } from './queries.ts'
export { hasCredit } from './rules.ts'
export { texts as creditsTexts } from './texts.ts'
