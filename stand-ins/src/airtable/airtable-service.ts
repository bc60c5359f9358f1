/** How a call to Airtable is judged by the contract and answered. */
import { contract } from '../http/contract.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import { airtableErrors, Refused } from './airtable-errors.ts'
import { attachmentAt } from './attachments.ts'
import type { Base, Writes } from './base.ts'
import { callMeter } from './call-meter.ts'
import { listQuestion, queryIn, unplayed } from './query.ts'
import { tableOrders } from './table-orders.ts'

const usualCallsPerSecond = 5

type Does = (asked: Record<string, unknown>, path: Record<string, string>) => Answer

export function airtableService(
  kept: Base,
  { token, baseId, callsPerSecond = usualCallsPerSecond }: { token: string; baseId: string; callsPerSecond?: number },
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
    if (!does)
      return refuseCall('unknown', [`${asked.method} is not in the contract at this address, or not played here`])
    const { operation } = found
    const parts = Object.fromEntries(Object.entries(found.path).map(([name, text]) => [name, decodeURIComponent(text)]))
    const query = queryIn(asked.url.searchParams)
    const body = asked.body === '' ? undefined : parseJson(asked.body)
    const problems = [
      ...operation.requestProblems({ path: parts, query, body }),
      ...unplayed.filter((name) => name in query).map((name) => `${name} is not played here`),
      ...(isUpsert(body) ? ['upserts are not played here'] : []),
      ...(body === undefined || asked.headers['content-type']?.startsWith('application/json')
        ? []
        : ['the content type is not JSON']),
    ]
    if (problems.length > 0) return refuseCall(operation.id, problems)
    const question = { ...query, ...(body as object) }
    return {
      operation: operation.id,
      names: [parts.tableIdOrName, parts.recordId].filter((name) => name !== undefined),
      problems: [],
      answer: () => refusalFor(parts, asked) ?? carryOut(() => does(question, parts)),
    }
  }

  function refusalFor({ baseId: asked }: Record<string, string>, { headers, at }: Asked): Answer | undefined {
    if (headers.authorization !== `Bearer ${token}`) return airtableErrors.authenticationRequired()
    if (asked !== baseId) return airtableErrors.notAllowed()
    return meter.take(at) ? undefined : airtableErrors.rateLimit()
  }

  function carryOut(does: () => Answer): Answer {
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
    emptyAnswer: (answer) => {
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
function refuseCall(operation: string, problems: string[]): Call {
  return { operation, names: [], problems, answer: airtableErrors.invalidRequest }
}
