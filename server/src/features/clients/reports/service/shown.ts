/** Frozen reports as clients get them: without a logo that has been deleted, which a next report or link could not take. */
import type { Report } from '@tangelo/contract'
import type { UploadsService } from '#features/content/index.ts'
import { asReport } from '../reports.rules.ts'
import type { ReportRow } from '../reports.store.ts'

export function shownReports({ uploads }: { uploads: Pick<UploadsService, 'imagesOf'> }) {
  return async function asReports(rows: readonly ReportRow[]): Promise<Report[]> {
    const reports = rows.map(asReport)
    const kept = new Set<string>()
    for (const [companyId, some] of Map.groupBy(reports, (report) => report.companyId)) {
      const logos = some.flatMap(({ settings }) => settings.brand.logoUrl ?? [])
      for (const address of (await uploads.imagesOf(companyId, logos)).keys()) kept.add(address)
    }
    return reports.map((report) => {
      const { brand } = report.settings
      if (brand.logoUrl === null || kept.has(brand.logoUrl)) return report
      return { ...report, settings: { ...report.settings, brand: { ...brand, logoUrl: null } } }
    })
  }
}
