/** One operation of a contract: what is wrong with a request to it, or with its answer. */

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
}

export interface Described {
  operationId: string
  servers?: { url: string }[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, unknown> }
  responses: Record<string, { content?: object; headers?: Record<string, { schema?: { contentSchema?: unknown } }> }>
}

/** What a judge needs to see of an answer. Header names are spelled as in the contract. */
export interface JudgedAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body: unknown
}

export interface Operation {
  id: string
  /** The addresses it is served at, where it names its own; variable parts as in the contract. */
  servers: readonly string[]
  /** What is wrong with a request, in words that repeat no value of it (it may hold a token); empty for a good one. */
  requestProblems(request: {
    path: Readonly<Record<string, string>>
    /** Texts; lists and objects where the query spells them with brackets. */
    query: Readonly<Record<string, unknown>>
    body?: unknown
    /** Where the contract takes JSON and forms alike; elsewhere the contract says which. */
    isForm?: boolean
    /** Judged where the contract has a schema of them. */
    headers?: Readonly<Record<string, unknown>>
  }): string[]
  answerProblems(answer: JudgedAnswer): string[]
}

/** A status that the contract names without saying what comes with it. */
const anything = {}

export type Judge = (schema: object, value: unknown) => string[]

const FORM = 'application/x-www-form-urlencoded'

interface Place {
  path: string
  method: string
  /** Parameters of every method of the path. */
  shared: readonly Parameter[]
  ofValues: Judge
  ofTexts: Judge
}

export function operationOf(
  described: Described,
  { path: address, method, shared, ofValues, ofTexts }: Place,
): Operation {
  const at = ['paths', address, method]
  const linkSchemas = (list: readonly Parameter[], place: string[]) =>
    list.map((parameter, index) => ({ ...parameter, schema: reference([...place, String(index), 'schema']) }))
  const parameters = [
    ...linkSchemas(shared, ['paths', address, 'parameters']),
    ...linkSchemas(described.parameters ?? [], [...at, 'parameters']),
  ]
  const texts = (place: Parameter['in']) => ({
    type: 'object',
    additionalProperties: false,
    required: parameters.filter((parameter) => parameter.in === place && parameter.required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.flatMap((parameter) => (parameter.in === place ? [[parameter.name, parameter.schema]] : [])),
    ),
  })
  const path = texts('path')
  const query = texts('query')
  const types = Object.keys(described.requestBody?.content ?? {})
  const ownSchema = (name: `x-${string}`) => (name in described ? reference([...at, name]) : undefined)
  const wholeQuery = ownSchema('x-query-schema')
  const wholeHead = ownSchema('x-headers-schema')
  const mayLackBody = described.requestBody?.required === false
  const answers = new Map(
    Object.entries(described.responses).map(([status, { content }]) => [
      status,
      content ? reference([...at, 'responses', status, 'content', 'application/json', 'schema']) : anything,
    ]),
  )
  const headers = Object.entries(described.responses).flatMap(([status, response]) =>
    Object.entries(response.headers ?? {})
      .filter(([, header]) => header.schema?.contentSchema)
      .map(([name]) => ({ status, name, schema: headerReference([...at, 'responses', status], name) })),
  )
  return {
    id: described.operationId,
    servers: (described.servers ?? []).map(({ url }) => url),
    requestProblems: (request) => [
      ...ofTexts(path, { ...request.path }),
      ...ofTexts(query, { ...request.query }),
      ...(wholeQuery ? ofTexts(wholeQuery, { ...request.query }) : []),
      ...(wholeHead ? ofTexts(wholeHead, { ...request.headers }) : []),
      ...bodyProblems(request),
    ],
    answerProblems(answer) {
      const schema = answers.get(String(answer.status)) ?? answers.get('default')
      if (!schema) return [`the status ${answer.status} is not in the contract`]
      return [...ofValues(schema, answer.body), ...headers.flatMap((header) => headerProblems(header, answer))]
    },
  }

  function bodyProblems({ body, isForm }: { body?: unknown; isForm?: boolean }): string[] {
    const type = types.find((each) => isForm === undefined || (each === FORM) === isForm)
    if (type === undefined) return types.length > 0 ? ['/ has a body of another kind'] : []
    if (mayLackBody && body === undefined) return []
    // Everything in a form is a text.
    return (type === FORM ? ofTexts : ofValues)(reference([...at, 'requestBody', 'content', type, 'schema']), body)
  }

  function headerProblems(header: { status: string; name: string; schema: object }, answer: JudgedAnswer): string[] {
    const text = answer.headers?.[header.name]
    if (header.status !== String(answer.status) || text === undefined) return []
    return ofValues(header.schema, JSON.parse(text)).map((problem) => `${header.name} ${problem}`)
  }
}

const headerReference = (at: string[], name: string) => reference([...at, 'headers', name, 'schema', 'contentSchema'])

export function reference(parts: string[]): { $ref: string } {
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  return { $ref: `contract#/${pointer.join('/')}` }
}
