/** Addresses at which a report is looked at: random, good for half an hour. Capability URLs: knowing one grants access. */
import { randomBytes } from 'node:crypto'
import { REPORT_VIEW_MINUTES } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import { notFound } from '#platform/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { reportsStore } from '../reports.store.ts'

const VIEW_MS = REPORT_VIEW_MINUTES * 60_000

export function reportViews({ store, clock }: { store: ReturnType<typeof reportsStore>; clock: Clock }) {
  return {
    async open(companyId: number, html_hash: string): Promise<{ url: string; until: string }> {
      const id = randomBytes(16).toString('base64url')
      const until = clock.now() + VIEW_MS
      await store.addView({ id, company_id: companyId, html_hash, until })
      return { url: `/media/r/${id}`, until: momentToText(until) }
    },

    /** The name of the bytes; throws `not_found` for an address whose time is over. */
    async hashAt(id: string): Promise<string> {
      const view = await store.findView(id, clock.now())
      if (!view) throw notFound('Report')
      return view.html_hash
    },

    forgetOld: () => store.forgetViews(clock.now()),
  }
}
