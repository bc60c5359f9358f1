/** Makes the file of a report and its CSV, in turn with the others of its company. Nothing is stored. */
import type { Viewer } from '#platform/viewer.ts'
import type { ReportContent } from '../reports.rules.ts'
import { buildReport } from '../rules/build-report.ts'
import type { BrandColours } from '../rules/colour.ts'
import { reportCsv } from '../rules/csv.ts'
import { reportPage } from '../rules/html/page.ts'
import type { Period } from '../rules/periods.ts'
import type { GatherReport } from './gather.ts'
import type { ResolvedSubject } from './subjects.ts'
import { reportTurns } from './turns.ts'

export interface MadeReport {
  subject: ResolvedSubject
  timeZone: string
  html: string
  csv: string
  pictures: number
  colours: BrandColours
}

export function reportMaker({ gather, fontFaces }: { gather: GatherReport; fontFaces: string }) {
  const turns = reportTurns()

  async function makeNow(
    viewer: Viewer,
    subject: ResolvedSubject,
    content: ReportContent,
    period: Period,
    signal: AbortSignal | undefined,
  ): Promise<MadeReport> {
    const input = await gather(viewer, subject, content, period, signal)
    const model = buildReport(input)
    return {
      subject,
      timeZone: input.timeZone,
      html: reportPage(model, fontFaces),
      csv: reportCsv(model),
      pictures: input.pictures.size + (input.brand.logo === null ? 0 : 1),
      colours: model.brand.colours,
    }
  }

  /** Throws `too_many_reports` where others of the company wait already. */
  return (
    viewer: Viewer,
    subject: ResolvedSubject,
    content: ReportContent,
    period: Period,
    { signal, isJob = false }: { signal: AbortSignal | undefined; isJob?: boolean },
  ): Promise<MadeReport> =>
    turns.take(subject.companyId, () => makeNow(viewer, subject, content, period, signal), { signal, isJob })
}
