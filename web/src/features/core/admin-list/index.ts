/** What the rooms that fill the tabs use. The frame takes the names of the tabs from `rules.ts`. */
export { AdminList } from './components/admin-list.tsx'
export { type AdminTabProps, orderOf } from './rules.ts'
export { failureOf } from './texts.ts'
