/**
 * The page of a live account or group: the file of a report over the last days. A file is good for a minute, so that a link that
 * many people open at once is made once; whether the link is open is asked before, every time.
 */
import type { ReportSection } from '@tangelo/contract/limits'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf } from '#platform/calendar.ts'
import { singleFlightCache } from '#platform/single-flight-cache.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportsService } from '../../reports/reports.service.ts'
import type { LinkScope } from '../links.rules.ts'

const GOOD_FOR_MS = 60_000
const DAYS_USUAL = 30
/** Of the object alone: nothing about other accounts, and nothing that is planned. */
const SECTIONS: readonly ReportSection[] = ['summary', 'figures', 'growth', 'moves', 'posting', 'formats', 'posts']
const NO_BRAND = { name: null, logoUrl: null, colour: null }

interface Wanted {
  kind: 'account' | 'group'
  targetId: number
  scope: LinkScope
}

export type LiveFiles = ReturnType<typeof liveFiles>

export function liveFiles({
  clock,
  companies,
  companyName,
  reports,
}: {
  clock: Clock
  companies: Pick<CompaniesService, 'timeZoneOf'>
  companyName: (id: number) => Promise<string | null>
  reports: Pick<ReportsService, 'expectPossible' | 'makeFile'>
}) {
  const cache = singleFlightCache<{ bytes: Buffer }>()

  /** The bytes of the page as it is now. `called`: what it calls itself. */
  async function make(
    viewer: Viewer,
    { kind, targetId, scope }: Wanted,
    { called, signal }: { called: string; signal: AbortSignal | undefined },
  ): Promise<Buffer> {
    const subject = { kind, id: targetId }
    const content = { title: ' ', subject, sections: SECTIONS.map((one) => ({ kind: one, note: null })) }
    const { companyId, name } = await reports.expectPossible(viewer, { ...content, brand: NO_BRAND })
    const to = dayOf(clock.now(), await companies.timeZoneOf(companyId))
    const title = kind === 'account' ? `@${name}` : name
    const period = { from: to - (scope.days ?? DAYS_USUAL) + 1, to }
    const brand = scope.brand ?? NO_BRAND
    // Without a sender the page says whose figures these are.
    const sender = brand.name ?? (brand.logoUrl === null ? await companyName(companyId) : null)
    const asked = { ...content, title, brand: { ...brand, name: sender } }
    return Buffer.from((await reports.makeFile(viewer, asked, period, { kind: called, signal })).html)
  }

  return {
    /** As it is now, for good. */
    freeze: (viewer: Viewer, wanted: Wanted, signal?: AbortSignal) =>
      make(viewer, wanted, { called: 'Figures', signal }),

    /** As it is now, at most a minute old. */
    async take(viewer: Viewer, linkId: number, wanted: Wanted, signal?: AbortSignal): Promise<Buffer | null> {
      const minute = Math.floor(clock.now() / GOOD_FOR_MS)
      const fetch = async (ending: AbortSignal) => ({
        bytes: await make(viewer, wanted, { called: 'Live figures', signal: ending }),
      })
      return (await cache.take(`${linkId}:${minute}`, fetch, signal))?.bytes ?? null
    },
  }
}
