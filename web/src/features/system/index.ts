/** What the frame needs to read the address of the tab. */
export { SYSTEM_PARTS, type SystemPart } from './rules.ts'
