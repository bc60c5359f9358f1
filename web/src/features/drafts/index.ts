/** What other rooms may use of drafts. Pages import components directly. */
export { useUpdatePost } from './queries.ts'
