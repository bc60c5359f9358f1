/** Reports of one account: a frozen one, a schedule, and the page that makes them. */
import type { Report, ReportPreview, ReportSchedule } from '@tangelo/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { anAccount, page } from './accounts.ts'
import { type Asked, json, pageOf } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'

export const REPORT: Report = {
  id: 3,
  companyId: 1,
  settings: {
    title: 'Harbour Kitchen',
    subject: { kind: 'account', id: 1 },
    from: '2026-10-01',
    to: '2026-10-31',
    sections: [
      { kind: 'figures', note: 'Well done' },
      { kind: 'summary', note: null },
    ],
    brand: { name: 'Lowtide Social', logoUrl: null, colour: '#00656e' },
  },
  subjectName: 'harbour',
  timeZone: 'Europe/Lisbon',
  accounts: 1,
  hash: 'ab12cd34'.repeat(8),
  bytes: 92_640,
  frozenAt: '2026-11-01T08:00:00.000Z',
  by: 'maren',
  scheduleId: null,
}

export const SCHEDULE: ReportSchedule = {
  id: 4,
  companyId: 1,
  every: 'monthly',
  hour: 8,
  content: {
    title: 'Monthly',
    subject: { kind: 'account', id: 1 },
    sections: REPORT.settings.sections,
    brand: REPORT.settings.brand,
  },
  subjectName: 'harbour',
  timeZone: 'Europe/Lisbon',
  recipients: [],
  refusals: [],
  nextAt: '2026-12-01T08:00:00.000Z',
  lastReportId: null,
  failure: null,
  by: 'maren',
}

const PREVIEW: ReportPreview = {
  url: 'http://localhost:3000/media/r/AAAAAAAAAAAAAAAAAAAAAA',
  until: '2026-11-01T08:30:00.000Z',
  hash: REPORT.hash,
  bytes: 92_640,
  pictures: 2,
  accounts: 1,
  colour: { chosen: '#8a4b08', light: '#8a4b08', dark: '#d08a3c', contrast: 6.8 },
}

export function openReports(path: string, handlers: Handlers = {}, role: 'pro' | 'basic' = 'pro'): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([anAccount({ id: 1, username: 'harbour', companyId: 1 })]),
      'GET /api/groups': () => json([]),
      'GET /api/reports': () => pageOf([]),
      'GET /api/report-schedules': () => json([]),
      'GET /api/mail/address': () => json({ isMailOn: true }),
      'POST /api/reports/preview': () => json(PREVIEW),
      ...handlers,
    },
    aUser({ role }),
  )
}

export async function chooseHarbour(): Promise<void> {
  await userEvent.type(await screen.findByRole('combobox', { name: 'About' }), 'harb')
  await userEvent.click(await screen.findByRole('option', { name: '@harbour' }))
}
