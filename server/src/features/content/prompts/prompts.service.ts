/**
 * The library of prompts, kept per company, and the making of new ones. Callers are administrators, who see the libraries of
 * all companies; what they save goes into that of their own company unless they name another one.
 */
import type { Prompt } from '@tangelo/contract'
import { type DefaultOf, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog, IdempotencyService } from '#features/core/index.ts'
import { ownCompany, toKeyedRequest } from '#features/core/index.ts'
import { type Database, isOrphan } from '#platform/database/database.ts'
import { conflict, noSuchCompany, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { newRecordId } from '#platform/record-id.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Ai, AiFailure } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import type { AiUses } from '../ai-usage/ai-usage.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { asPrompt, defaultAct, promptAct, promptChanged, searchTextOf } from './prompts.rules.ts'
import { type PromptRow, promptsStore } from './prompts.store.ts'
import { BEGINNING, promptsView, promptTitles, wholePrompts } from './prompts.view.ts'

export type PromptsService = ReturnType<typeof promptsService>

interface PromptsOptions extends PageRequest {
  q?: string | undefined
  companyId?: number | undefined
}

export function promptsService({
  database,
  clock,
  audit,
  answers,
  uploads,
  ai,
  uses,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  answers: IdempotencyService
  uploads: Pick<UploadsService, 'imageFor'>
  ai: Pick<Ai, 'name' | 'title' | 'model' | 'generatePrompt'>
  uses: AiUses
}) {
  const store = promptsStore(database.queries)
  const view = promptsView(database)

  async function requirePrompt(id: string): Promise<PromptRow> {
    const row = await store.find(id)
    if (!row) throw notFound('Prompt')
    return row
  }

  const ownDefaultOf = async ({ userId }: Viewer) => (userId === null ? null : store.ownDefault(userId))
  const readPrompt = async (viewer: Viewer, id: string): Promise<Prompt> =>
    asPrompt(await requirePrompt(id), await ownDefaultOf(viewer))

  /** With `q` only a list that fits one page is counted. */
  async function listPage<Row extends { id: string; created_at: number }>(
    { q, companyId, cursor, limit = PAGE_ROWS_MAX }: PromptsOptions,
    read: Parameters<typeof view.page<Row>>[1],
  ): Promise<Page<Row>> {
    const place = cursor ? readCursor(cursor, 'integer', 'record') : null
    const after = place ? { createdAt: place.value, id: place.id } : BEGINNING
    const query = { companyId, after, limit: limit + 1 }
    const text = q?.trim().toLowerCase()
    const found = await (text ? view.search(query, text, read) : view.page(query, read))
    const { page, nextCursor } = cutPage(found, limit, ({ created_at, id }) => [created_at, id])
    return {
      rows: page,
      nextCursor,
      total: place ? null : nextCursor ? (text ? null : await view.count(companyId)) : page.length,
    }
  }

  return {
    async list(viewer: Viewer, options: PromptsOptions): Promise<Page<Prompt>> {
      const page = await listPage(options, wholePrompts)
      const own = await ownDefaultOf(viewer)
      return { ...page, rows: page.rows.map((row) => asPrompt(row, own)) }
    },

    async titles(options: PromptsOptions): Promise<Page<Pick<Prompt, 'id' | 'title' | 'companyName'>>> {
      const page = await listPage(options, promptTitles)
      return {
        ...page,
        rows: page.rows.map(({ id, title, company_name }) => ({ id, title, companyName: company_name })),
      }
    },

    read: readPrompt,

    async provider(viewer: Viewer) {
      const today = await uses.ofToday(ownCompany(viewer))
      return { title: ai.title, model: ai.model, isBuiltIn: ai.name === 'built_in', ...today }
    },

    /** An answer that breaks off is an answer with a note. */
    async generate(
      viewer: Viewer,
      order: { companyName: string; industry: string; templatePrompt?: string | undefined },
      signal: AbortSignal,
    ): Promise<{ prompt: string; note: string | null }> {
      const place = await uses.begin(viewer, ownCompany(viewer), 'prompt')
      try {
        const request = { ...order, templatePrompt: order.templatePrompt?.trim() || null }
        const { text, use } = await ai.generatePrompt(request, signal)
        await place.complete(use)
        return { prompt: text, note: null }
      } catch (error) {
        const failure = await place.fail(error)
        if (!(error instanceof AiFailure) || error.kind !== 'cut_off' || error.text === '') throw failure
        return { prompt: error.text, note: error.message }
      }
    },

    /** Once for each `Idempotency-Key`. */
    async save(
      viewer: Viewer,
      input: { title: string; prompt: string; imageUrl: string | null; companyId?: number | undefined },
      key: unknown,
    ): Promise<Prompt> {
      const { title, prompt, imageUrl, companyId = ownCompany(viewer) } = input
      if (imageUrl !== null) await uploads.imageFor(ownCompany(viewer), imageUrl, 'imageUrl')
      const question = toKeyedRequest(viewer, companyId, key, { savedPrompt: { title, prompt, imageUrl } })
      const { id } = await inItsCompany(() =>
        answers.once<{ id: string }>(question, ({ complete }) =>
          database.transaction(async (tx) => {
            const id = newRecordId()
            const row = { id, company_id: companyId, title, prompt, image_url: imageUrl, created_at: clock.now() }
            await promptsStore(tx).add({ ...row, search_text: searchTextOf(title, prompt) })
            await audit.record(tx, viewer, promptAct('prompt.made', row))
            await complete(tx, { id })
            return { id }
          }),
        ),
      )
      return readPrompt(viewer, id)
    },

    async update(
      viewer: Viewer,
      id: string,
      change: { title?: string | undefined; prompt?: string | undefined },
    ): Promise<Prompt> {
      await database.transaction(async (tx) => {
        const inside = promptsStore(tx)
        const before = await inside.hold(id, database.engine)
        if (!before) throw notFound('Prompt')
        const after = { title: change.title ?? before.title, prompt: change.prompt ?? before.prompt }
        const act = promptChanged(before, after)
        if (!act) return
        await inside.change(id, { ...after, search_text: searchTextOf(after.title, after.prompt) })
        await audit.record(tx, viewer, act)
      })
      return readPrompt(viewer, id)
    },

    async remove(viewer: Viewer, id: string): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = promptsStore(tx)
        const row = await inside.hold(id, database.engine)
        if (!row) throw notFound('Prompt')
        await inside.remove(id)
        await audit.record(tx, viewer, promptAct('prompt.deleted', row))
      })
    },

    /** To cease is done only where it is this one that was chosen. */
    async setDefault(viewer: Viewer, id: string, choice: { of: DefaultOf; isDefault: boolean }): Promise<Prompt> {
      const { userId } = viewer
      if (choice.of === 'user' && userId === null) throw conflict('no_user', 'Sign in to have a default prompt')
      await database.transaction(async (tx) => {
        const inside = promptsStore(tx)
        const row = await inside.hold(id, database.engine)
        if (!row) throw notFound('Prompt')
        const now = choice.of === 'company' ? row.company_default_id : userId && (await inside.ownDefault(userId))
        if ((now === id) === choice.isDefault) return
        const chosen = choice.isDefault ? id : null
        if (choice.of === 'company') await inside.setDefault('companies', row.company_id, chosen)
        else if (userId !== null) await inside.setDefault('users', userId, chosen)
        await audit.record(tx, viewer, defaultAct(row, choice))
      })
      return readPrompt(viewer, id)
    },

    /** The viewer's own choice, else the company's; null where there is none. */
    async defaultFor({ userId }: Viewer, companyId: number): Promise<{ title: string; prompt: string } | null> {
      return (await store.defaultOf(userId, companyId)) ?? null
    },
  }
}

/** There may be no such company, or not any more. */
async function inItsCompany<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isOrphan(error)) throw noSuchCompany()
    throw error
  }
}
