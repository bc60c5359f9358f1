export { InsightsTab } from './insights/components/insights-tab.tsx'
export { refreshInsights } from './insights/queries/refresh.ts'
export { CalendarPublications } from './publications/components/calendar-publications.tsx'
