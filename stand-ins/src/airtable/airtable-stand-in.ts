/**
 * Airtable's interface as far as keeping a table in step needs it: records and attachments, the columns of the tables,
 * who asks, how often. Webhooks, views and upserts are not played; who asks for them hears that.
 */
import { contract } from '../http/contract.ts'
import { parsedJson } from '../http/parsed-json.ts'
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { airtableErrors, Refused } from './airtable-errors.ts'
import { attachmentAt } from './attachments.ts'
import { type Base, base, type Writes } from './base.ts'
import { callMeter } from './call-meter.ts'
import { postsTable } from './posts-table.ts'
import { listQuestion, queryIn, unplayed } from './query.ts'
import type { StandInTable, TableDefinition } from './table.ts'
import { tableOrders } from './table-orders.ts'

export interface AirtableOptions extends StandInOptions {
  token?: string
  baseId?: string
  /** One of sixty planned posts where none are given. */
  tables?: readonly TableDefinition[]
  /** Of one base; Infinity for no limit. */
  callsPerSecond?: number
  /** Every other page is shorter than asked for. */
  hasShortPages?: boolean
}

export interface AirtableStandIn extends StandIn {
  baseId: string
  /** Throws for a table that is not there. */
  table(name: string): StandInTable
  /** The next so many calls with an offset find their walk gone. */
  vanishOffsets(count: number): void
}

const usualCallsPerSecond = 5
const usualRecords = 60

export function airtableStandIn(options: AirtableOptions = {}) {
  const { token = 'patSampleTokenOfTheStandIn.0123456789abcdef', baseId = 'app00000000000001' } = options
  return {
    async start(): Promise<AirtableStandIn> {
      const clock = standInClock(options.clock)
      let url = ''
      const kept = base({
        tables: options.tables ?? [postsTable({ records: usualRecords, begins: clock.now() })],
        scene: () => ({ base: url, at: clock.now() }),
        hasShortPages: options.hasShortPages ?? false,
      })
      const service = airtableService(kept, { ...options, token, baseId })
      const started = await startStandIn(service, { ...options, clock, token })
      url = started.url
      return Object.assign(started, {
        baseId,
        table(name: string) {
          const found = kept.hands.get(name)
          if (!found) throw new Error(`There is no table ${name}`)
          return found
        },
        vanishOffsets: kept.walks.vanish,
      })
    },
  }
}

type Does = (asked: Record<string, unknown>, path: Record<string, string>) => Answer

function airtableService(
  kept: Base,
  { token, baseId, callsPerSecond = usualCallsPerSecond }: AirtableOptions & { token: string; baseId: string },
): Service {
  const rules = contract('airtable/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  const meter = callMeter(callsPerSecond)
  let items = 0

  /** What each operation does with its query and body. */
  const played: Record<string, Does> = {
    'records.list': (asked, { tableIdOrName = '' }) => kept.list(tableIdOrName, listQuestion(asked)),
    'records.listByPost': (asked, { tableIdOrName = '' }) => kept.list(tableIdOrName, listQuestion(asked)),
    'records.get': (_, { tableIdOrName = '', recordId = '' }) => kept.read(tableIdOrName, recordId),
    'records.create': (asked, { tableIdOrName = '' }) => kept.write(tableIdOrName, writesIn(asked)),
    'records.updateMany': (asked, { tableIdOrName = '' }) => kept.write(tableIdOrName, writesIn(asked)),
    'records.replaceMany': (asked, { tableIdOrName = '' }) =>
      kept.write(tableIdOrName, { ...writesIn(asked), replaces: true }),
    'records.update': (asked, { tableIdOrName = '', recordId = '' }) =>
      kept.write(tableIdOrName, writesIn(asked, recordId)),
    'records.replace': (asked, { tableIdOrName = '', recordId = '' }) =>
      kept.write(tableIdOrName, { ...writesIn(asked, recordId), replaces: true }),
    'records.deleteMany': (asked, { tableIdOrName = '' }) =>
      kept.remove(tableIdOrName, asked['records[]'] as string[], false),
    'records.delete': (_, { tableIdOrName = '', recordId = '' }) => kept.remove(tableIdOrName, [recordId], true),
    'attachments.upload': (asked, { recordId = '', attachmentFieldIdOrName = '' }) =>
      kept.upload(recordId, attachmentFieldIdOrName, String(asked.filename)),
    'meta.tables': () => kept.tables(),
  }

  function read(asked: Asked): Call {
    // The vendor's own client writes to `/{table}/?`.
    const path = asked.url.pathname.replace(/(?<=.)\/$/, '')
    const found = rules.find(asked.method, path)
    const does = found && played[found.operation.id]
    if (!does) return refused('unknown', [`${asked.method} is not in the contract at this address, or not played here`])
    const { operation } = found
    const parts = Object.fromEntries(Object.entries(found.path).map(([name, text]) => [name, decodeURIComponent(text)]))
    const query = queryIn(asked.url.searchParams)
    const body = asked.body === '' ? undefined : parsedJson(asked.body)
    const problems = [
      ...operation.requestProblems({ path: parts, query, body }),
      ...unplayed.filter((name) => name in query).map((name) => `${name} is not played here`),
      ...(isUpsert(body) ? ['upserts are not played here'] : []),
      ...(body === undefined || asked.headers['content-type']?.startsWith('application/json')
        ? []
        : ['the content type is not JSON']),
    ]
    if (problems.length > 0) return refused(operation.id, problems)
    const question = { ...query, ...(body as object) }
    return {
      operation: operation.id,
      names: [parts.tableIdOrName, parts.recordId].filter((name) => name !== undefined),
      problems: [],
      answer: () => refusalFor(parts, asked) ?? carriedOut(() => does(question, parts)),
    }
  }

  function refusalFor({ baseId: asked }: Record<string, string>, { headers, at }: Asked): Answer | undefined {
    if (headers.authorization !== `Bearer ${token}`) return airtableErrors.authenticationRequired()
    if (asked !== baseId) return airtableErrors.notAllowed()
    return meter.take(at) ? undefined : airtableErrors.rateLimit()
  }

  function carriedOut(does: () => Answer): Answer {
    try {
      const answer = does()
      const { records } = answer.body as { records?: unknown[] }
      items += records?.length ?? 1
      return answer
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  return {
    read,
    answerProblems: (operation, answer) =>
      operations.get(operation)?.answerProblems(answer) ?? rules.problems('Error', answer.body),
    emptied: (answer) => {
      const { records } = answer.body as { records?: unknown[] }
      return records ? { ...answer, body: { records: [] } } : answer
    },
    get items() {
      return items
    },
    file: attachmentAt,
    order: tableOrders(kept),
  }
}

/** One record, or a list of them, of a create, an update or a replacement. */
function writesIn(asked: Record<string, unknown>, recordId?: string): Writes {
  const { records, fields, typecast } = asked as {
    records?: Writes['records']
    fields?: Record<string, unknown>
    typecast?: boolean
  }
  return {
    records: records ?? [{ ...(recordId !== undefined && { id: recordId }), fields: fields ?? {} }],
    isSingle: records === undefined,
    typecast: typecast ?? false,
    replaces: false,
  }
}

const isUpsert = (body: unknown) => typeof body === 'object' && body !== null && 'performUpsert' in body

/** As the vendor answers most of what it does not understand. */
function refused(operation: string, problems: string[]): Call {
  return { operation, names: [], problems, answer: airtableErrors.invalidRequest }
}
