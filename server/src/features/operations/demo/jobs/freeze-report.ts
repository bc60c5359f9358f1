/** A report of the first client about the last month, once its figures are there: what an agency sends. */
import { REPORT_SECTIONS } from '@tangelo/contract/limits'
import { periodDue } from '#features/clients/index.ts'
import { dayToText } from '#platform/calendar.ts'
import { demoViewer } from '../demo.rules.ts'
import { demoStore } from '../demo.store.ts'
import { type DemoTools, type Fill, tellScreens } from './tools.ts'

/** The agency whose clients these are. */
const SENDER = 'Pomelo Studio'
const COLOUR = '#00656e'
/** A report of a client begins with all sections but these: its accounts are not connected, and nothing of them is published. */
const WITHOUT: readonly string[] = ['owner', 'published']

export async function freezeReport({ companies, lastDay, step }: Fill, tools: DemoTools): Promise<void> {
  const [company] = companies
  if (!company || (await demoStore(tools.database.queries).hasReport(company.id))) return
  await step()
  const { from, to } = periodDue('monthly', lastDay)
  const kinds = REPORT_SECTIONS.filter((kind) => !WITHOUT.includes(kind))
  const settings = {
    title: company.name,
    subject: { kind: 'company' as const, id: company.id },
    sections: kinds.map((kind) => ({ kind, note: null })),
    brand: { name: SENDER, logoUrl: null, colour: COLOUR },
    from: dayToText(from),
    to: dayToText(to),
  }
  await tools.reports.create(demoViewer(company), settings, undefined)
  await tellScreens(tools)
}
