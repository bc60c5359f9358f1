/** The library, newest first, page by page; and the search in it. */
import { setImmediate as breath } from 'node:timers/promises'
import { contains } from '#platform/database/contains.ts'
import type { Database } from '#platform/database/database.ts'
import { promptsOf, WHOLE } from './prompts.store.ts'

interface PromptsQuery {
  companyId: number | undefined
  after: Place
  limit: number
}

/** The last prompt shown; rows follow it in the order newest first. */
interface Place {
  createdAt: number
  id: string
}

/** Before every prompt. */
export const BEGINNING: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

type Prompts = ReturnType<typeof promptsOf>
/** Of a page or of what was found: all of each prompt, or less. */
type Read<Row> = (prompts: Prompts) => Promise<Row[]>

export const wholePrompts = (prompts: Prompts) => prompts.select(WHOLE).execute()

/** Without the texts, which may have 20 KB each: for choosing one. */
export const promptTitles = (prompts: Prompts) =>
  prompts.select(['prompts.id', 'companies.name as company_name', 'prompts.title', 'prompts.created_at']).execute()

/** Prompts that a search reads at once; SQLite queries block the event loop. */
const SCANNED_AT_ONCE = 2_000

export function promptsView({ queries: db, engine }: Pick<Database, 'queries' | 'engine'>) {
  const following = ({ companyId, after: { createdAt, id }, limit }: PromptsQuery) =>
    promptsOf(db)
      .$if(companyId !== undefined, (query) => query.where('prompts.company_id', '=', companyId ?? 0))
      .where((row) => row(row.refTuple('prompts.created_at', 'prompts.id'), '<', row.tuple(createdAt, id)))
      .orderBy('prompts.created_at', 'desc')
      .orderBy('prompts.id', 'desc')
      .limit(limit)

  /** Where the next chunk begins; null where there is none, and on PostgreSQL, which searches all at once. */
  async function endOfChunk(options: PromptsQuery): Promise<Place | null> {
    if (engine === 'postgres') return null
    const [last] = await following({ ...options, limit: 1 })
      .select(['prompts.created_at', 'prompts.id'])
      .offset(SCANNED_AT_ONCE - 1)
      .execute()
    return last ? { createdAt: last.created_at, id: last.id } : null
  }

  return {
    page: <Row>(options: PromptsQuery, read: Read<Row>): Promise<Row[]> => read(following(options)),

    /** Prompts that hold the text, which is in lower case. */
    async search<Row>(options: PromptsQuery, text: string, read: Read<Row>): Promise<Row[]> {
      const found: Row[] = []
      let after = options.after
      for (;;) {
        const end = await endOfChunk({ ...options, after })
        const chunk = following({ ...options, after, limit: options.limit - found.length })
          .where(contains('prompts.search_text', text))
          .$if(end !== null, (query) =>
            query.where((row) =>
              row(
                row.refTuple('prompts.created_at', 'prompts.id'),
                '>=',
                row.tuple(end?.createdAt ?? 0, end?.id ?? ''),
              ),
            ),
          )
        found.push(...(await read(chunk)))
        if (!end || found.length >= options.limit) return found
        after = end
        await breath()
      }
    },

    count: async (companyId: number | undefined): Promise<number> => {
      const { count } = await db
        .selectFrom('prompts')
        .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? 0))
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
