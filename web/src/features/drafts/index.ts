/** What other rooms may use of drafts. Pages import components directly. */
export { useCreateDraft } from './queries.ts'
