/**
 * The page of a live account or group: the file of a report over the last days. It is kept while nothing of it has changed, an hour at
 * most; whether the link is open is asked before, every time.
 */
import type { ReportSection } from '@tangelo/contract/limits'
import type { CompaniesService } from '#features/identity/index.ts'
import { dayOf } from '#platform/calendar.ts'
import { singleFlightCache } from '#platform/single-flight-cache.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportsService } from '../../reports/reports.service.ts'
import type { LinkScope } from '../links.rules.ts'
import type { LinksView } from '../links.view.ts'
import type { OpenedLink } from './open-link.ts'

/** Copies of pictures arrive without a change of the figures. */
const GOOD_FOR_MS = 60 * 60_000
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
  view,
  reports,
}: {
  clock: Clock
  companies: Pick<CompaniesService, 'timeZoneOf'>
  companyName: (id: number) => Promise<string | null>
  view: LinksView
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

    /** As it is now. `link`: its company's clocks and name are part of the page. */
    async take(
      { id, viewer, companyId, companyName: name, timeZone }: OpenedLink,
      wanted: Wanted,
      signal?: AbortSignal,
    ) {
      const now = clock.now()
      const revision = await view.revisionOf(companyId, wanted)
      const key = [id, timeZone, name, dayOf(now, timeZone), Math.floor(now / GOOD_FOR_MS), revision].join('\n')
      const fetch = async (ending: AbortSignal) => ({
        bytes: await make(viewer, wanted, { called: 'Live figures', signal: ending }),
      })
      return (await cache.take(key, fetch, signal))?.bytes ?? null
    },
  }
}
