export { AdminList } from './admin-list/components/admin-list.tsx'
export { RowActions } from './admin-list/components/row-actions.tsx'
export {
  ADMIN_TABS,
  type AdminTab,
  type AdminTabProps,
  DEFAULT_TAB as DEFAULT_ADMIN_LIST_TAB,
  orderOf,
} from './admin-list/rules.ts'
export { failureOf, texts as adminListTexts } from './admin-list/texts.ts'
