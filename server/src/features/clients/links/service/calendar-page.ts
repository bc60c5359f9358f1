/** The page of a calendar: a month of a company's plan, as it is now, and the pictures in it. */
import type { PlannedItem } from '@tangelo/contract'
import type { ItemsService } from '#features/content/index.ts'
import { dayFromText, dayOf, dayToText } from '#platform/calendar.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportPictures } from '../../reports/service/pictures.ts'
import { calendarPage } from '../rules/html/calendar.ts'
import { PICTURE_POLICY } from '../rules/html/policy.ts'
import { shellFilesIn } from '../rules/html/shell.ts'
import { monthsAround } from '../rules/months.ts'
import { calendarPosts } from '../rules/posts.ts'
import type { OpenedLink } from './open-link.ts'
import type { LinkAnswer, LinkPage, LinkRequest } from './pages.ts'

/** Posts of one month; the page says where there are more. */
const POSTS_MAX = 300
const PICTURE = /^pictures\/(rec[A-Za-z0-9]{14})\/(160|480)$/
const MONTH = /^\d{4}-\d{2}$/
const DELETED = 'delete'

export function calendarLinkPage({
  clock,
  content,
  pictures,
}: {
  clock: Clock
  content: Pick<ItemsService, 'calendar' | 'read'>
  pictures: Pick<ReportPictures, 'read'>
}): LinkPage {
  async function month(link: OpenedLink, { token, request }: LinkRequest): Promise<LinkAnswer | null> {
    const { viewer, companyId, companyName, timeZone, scope } = link
    const today = dayOf(clock.now(), timeZone)
    const months = monthsAround(today)
    const { month: asked } = request.query as { month?: unknown }
    const thisMonth = dayToText(today).slice(0, 'YYYY-MM'.length)
    const wanted = typeof asked === 'string' && MONTH.test(asked) ? asked : thisMonth
    const at = months.findIndex(({ text }) => text === wanted)
    const shown = months[at]
    if (!shown) return null
    const { items, isComplete } = await content.calendar(viewer, {
      companyId,
      from: dayToText(shown.from),
      to: dayToText(shown.to),
      accountId: scope.accountIds,
    })
    const posts = calendarPosts(
      items.map((json): PlannedItem => JSON.parse(json)),
      timeZone,
    )
    const { body, policy } = calendarPage(shellFilesIn(request.server.assets), {
      token,
      company: companyName,
      timeZone,
      today,
      month: shown,
      previous: months[at - 1] ?? null,
      next: months[at + 1] ?? null,
      posts: posts.slice(0, POSTS_MAX),
      isCut: !isComplete || posts.length > POSTS_MAX,
    })
    return { type: 'text/html; charset=utf-8', body, policy, isOpening: asked === undefined }
  }

  /** Only of a post that the calendar shows: not deleted, of its company, its accounts and its months. Throws `not_found`. */
  async function picture(
    { viewer, companyId, timeZone, scope }: OpenedLink,
    id: string,
    width: '160' | '480',
  ): Promise<LinkAnswer | null> {
    const item = await content.read(viewer, id)
    if (item.companyId !== companyId || item.publishDate === null || item.imageUrl === null) return null
    if (item.status.trim().toLowerCase() === DELETED) return null
    const { accountIds = [] } = scope
    if (accountIds.length > 0 && (item.accountId === null || !accountIds.includes(item.accountId))) return null
    const { publishDate } = item
    const day = publishDate.includes('T') ? dayOf(Date.parse(publishDate), timeZone) : dayFromText(publishDate)
    if (!monthsAround(dayOf(clock.now(), timeZone)).some(({ from, to }) => day >= from && day <= to)) return null
    const image = await pictures.read(item.imageUrl, width)
    return image && { type: image.type, body: Buffer.from(image.bytes), policy: PICTURE_POLICY }
  }

  return {
    async answer(link, call) {
      if (call.path === '') return month(link, call)
      const [, id, width] = PICTURE.exec(call.path) ?? []
      return id && (width === '160' || width === '480') ? picture(link, id, width) : null
    },
  }
}
