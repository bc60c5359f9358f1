/** What the frame needs to read the address of the admin panel. */
export { ADMIN_TABS, type AdminTab, DEFAULT_TAB } from './rules.ts'
