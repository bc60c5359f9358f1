/** What other rooms may use of drafts. Pages import components directly. */
export { draftPages, useCreateDraft } from './queries.ts'
