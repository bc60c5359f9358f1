/**
 * What costs a credit (D25): a reel made of images, and a video made of a reel. A request that is repeated with the
 * same `Idempotency-Key` gets the same response and is charged once.
 */
import type { routes } from '@tangelo/contract'
import type { AccountsService } from '#features/analytics/index.ts'
import { type CreditsService, spend } from '#features/billing/index.ts'
import { lockItems, type UploadsService } from '#features/content/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import { type Claim, type IdempotencyService, mayMakeReels, ownCompany, toKeyedRequest } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { invalidInput, notEnoughCredits, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { RendersService } from '../../renders/renders.service.ts'
import { firstSettings, makingOf, remade } from '../reels.rules.ts'
import type { ReelsService } from '../reels.service.ts'
import { reelsStore } from '../reels.store.ts'
import type { ReelImages } from './images.ts'

export type ReelOrdersService = ReturnType<typeof reelOrdersService>

type Body = (typeof routes.reels.create)['body']['_zod']['output']
type NewReel = Extract<Body, { images: unknown }>

interface Answer {
  reelId: string
  renderId: string | null
}

export function reelOrdersService({
  database,
  clock,
  answers,
  audit,
  accounts,
  companies,
  credits,
  reelImages,
  reels,
  renders,
  uploads,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  audit: AuditLog
  accounts: Pick<AccountsService, 'visibleTo'>
  companies: Pick<CompaniesService, 'expect'>
  credits: Pick<CreditsService, 'readBalance'>
  reelImages: ReelImages
  reels: Pick<ReelsService, 'read' | 'make'>
  renders: Pick<RendersService, 'start'>
  uploads: Pick<UploadsService, 'musicFor'>
}) {
  /** Whose reel it becomes: what others than administrators say is not trusted (D6). */
  async function companyFor(viewer: Viewer, { companyId, accountId }: NewReel): Promise<number> {
    const company = viewer.role === 'admin' && companyId ? companyId : ownCompany(viewer)
    await companies.expect(company)
    if (accountId && (await accounts.visibleTo(viewer, accountId)).company_id !== company) throw notFound('Account')
    return company
  }

  async function make(
    viewer: Viewer,
    companyId: number,
    request: NewReel,
    { intent, complete }: Claim<Answer>,
  ): Promise<Answer> {
    // Before anything is fetched, or made in a table: a company that cannot pay causes nothing.
    if ((await credits.readBalance(companyId)) < 1) throw notEnoughCredits()
    const images = await reelImages.gather(viewer, companyId, request.images)
    const caption = request.text ?? null
    const settings = firstSettings(images.length, caption)
    const accountId = request.accountId ?? null
    const also = async (tx: Queries, id: string) => {
      const movement = { companyId, because: `reel:${id}`, userId: viewer.userId, at: clock.now() }
      await spend({ queries: tx, engine: database.engine }, movement)
      await audit.record(tx, viewer, {
        act: 'reel.made',
        object: { kind: 'reel', id, name: caption },
        companyId,
        details: { credits: -1 },
      })
      await complete(tx, { reelId: id, renderId: null })
    }
    const reelId = await reels.make(viewer, { companyId, caption, images, settings, accountId }, { intent, also })
    return { reelId, renderId: null }
  }

  async function render(
    viewer: Viewer,
    { reelId, companyId, track }: { reelId: string; companyId: number; track: string | null | undefined },
    { complete }: Claim<Answer>,
  ): Promise<Answer> {
    // Before the transaction: a request that holds one connection must not wait for another.
    const music = track ? { ...(await uploads.musicFor(companyId, track, 'audioTrack')), volume: 1 } : null
    return database.transaction(async (tx): Promise<Answer> => {
      const item = (await lockItems({ queries: tx, engine: database.engine }, [reelId])).get(reelId)
      if (!item || item.is_gone === 1) throw notFound('Reel')
      const before = makingOf(item, await reelsStore(tx).find(reelId))
      const { images } = before
      if (images.length === 0) throw invalidInput('No images provided. Please upload at least one image.')
      const making = remade(before, images, music ? { ...before.settings, music } : before.settings)
      const { settings } = making
      const urls = images.map(({ url }) => url)
      await reelsStore(tx).keep({ item_id: reelId, company_id: companyId }, making)
      const renderId = await renders.start(tx, viewer, { companyId, itemId: reelId, images: urls, settings })
      await complete(tx, { reelId, renderId })
      return { reelId, renderId }
    })
  }

  async function order(viewer: Viewer, body: Body, key: unknown): Promise<Answer> {
    const reelId = 'images' in body ? null : ('selectedReels' in body ? body.selectedReels : body.reelIds)[0]
    const companyId =
      'images' in body ? await companyFor(viewer, body) : (await reels.read(viewer, reelId ?? '')).companyId
    const question = toKeyedRequest(viewer, companyId, key, body)
    return answers.once<Answer>(question, (claim) =>
      'images' in body
        ? make(viewer, companyId, body, claim)
        : render(viewer, { reelId: reelId ?? '', companyId, track: body.audioTrack }, claim),
    )
  }

  return {
    /** Throws `not_enough_credits`, `render_under_way` and `too_many_renders`; then nothing was taken. */
    async take(viewer: Viewer, body: Body, key: unknown) {
      mayMakeReels(viewer)
      const answer = await order(viewer, body, key)
      return { success: true as const, renderId: answer.renderId, reel: await reels.read(viewer, answer.reelId) }
    },
  }
}
