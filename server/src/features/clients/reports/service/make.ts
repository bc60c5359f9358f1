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
    { signal, kind }: { signal: AbortSignal | undefined; kind: string | undefined },
  ): Promise<MadeReport> {
    const input = await gather(viewer, subject, content, period, signal)
    const built = buildReport(input)
    const model = kind === undefined ? built : { ...built, kind }
    return {
      subject,
      timeZone: input.timeZone,
      html: reportPage(model, fontFaces),
      csv: reportCsv(model),
      pictures: input.pictures.size + (input.brand.logo === null ? 0 : 1),
      colours: model.brand.colours,
    }
  }

  /** `kind`: what the file calls itself instead of 'Monthly report'. Throws `too_many_reports` where others of the company wait. */
  return (
    viewer: Viewer,
    subject: ResolvedSubject,
    content: ReportContent,
    period: Period,
    { signal, isJob = false, kind }: { signal: AbortSignal | undefined; isJob?: boolean; kind?: string },
  ): Promise<MadeReport> =>
    turns.take(subject.companyId, () => makeNow(viewer, subject, content, period, { signal, kind }), { signal, isJob })
}
