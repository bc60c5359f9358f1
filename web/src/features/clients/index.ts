export { areReportsLoading, refreshReports } from './reports/queries.ts'
export { texts as reportTexts } from './reports/texts.ts'
