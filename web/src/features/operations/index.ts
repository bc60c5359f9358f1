export { ConnectionList } from './integrations/components/connection-list.tsx'
export { Overview } from './system/components/overview.tsx'
export { SYSTEM_PARTS, type SystemPart } from './system/rules.ts'
export { texts as systemTexts } from './system/texts.ts'
