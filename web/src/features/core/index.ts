export { AdminList } from './admin-list/components/admin-list.tsx'
export { type AdminTabProps, orderOf } from './admin-list/rules.ts'
export { failureOf } from './admin-list/texts.ts'
