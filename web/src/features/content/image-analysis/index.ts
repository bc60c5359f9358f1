/** What other rooms may use of analyses. Pages import components directly. */
export { CaptionSuggestion } from './components/caption-suggestion.tsx'
export type { CaptionSubject } from './queries.ts'
