export { ReportBuilder } from './reports/components/report-builder.tsx'
export { ReportList } from './reports/components/report-list.tsx'
export { ScheduleList } from './reports/components/schedule-list.tsx'
export { texts as reportTexts } from './reports/texts.ts'
