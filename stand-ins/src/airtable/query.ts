/** A query whose names have brackets, as values: `fields[]`, `records[]`, `sort[0][field]`. */
export function queryIn(parameters: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const sort: Record<string, string>[] = []
  for (const [name, value] of parameters) {
    const [, place, part] = /^sort\[(\d{1,2})\]\[(\w+)\]$/.exec(name) ?? []
    if (place !== undefined && part !== undefined) {
      sort[Number(place)] = { ...sort[Number(place)], [part]: value }
    } else if (name.endsWith('[]')) {
      query[name] = [...((query[name] as string[] | undefined) ?? []), value]
    } else {
      query[name] = value
    }
  }
  return sort.length > 0 ? { ...query, sort } : query
}

/** What is asked of a list, from a query or from the body of a POST. */
export interface ListQuestion {
  pageSize: number
  maxRecords: number
  offset: string | undefined
  fields: string[] | undefined
  formula: string | undefined
  sort: { field: string; direction: 'asc' | 'desc' }[]
}

const largestPage = 100

export function listQuestion(asked: Record<string, unknown>): ListQuestion {
  const sort = (asked.sort ?? []) as { field: string; direction?: 'asc' | 'desc' }[]
  return {
    pageSize: Number(asked.pageSize ?? largestPage),
    maxRecords: Number(asked.maxRecords ?? Number.POSITIVE_INFINITY),
    offset: asked.offset as string | undefined,
    fields: (asked['fields[]'] ?? asked.fields) as string[] | undefined,
    formula: asked.filterByFormula as string | undefined,
    sort: sort.map(({ field, direction = 'asc' }) => ({ field, direction })),
  }
}

/** Parameters of a list that the contract knows and this stand-in does not play. */
export const unplayed = ['view', 'cellFormat', 'timeZone', 'userLocale', 'returnFieldsByFieldId', 'recordMetadata[]']
