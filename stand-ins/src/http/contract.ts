/**
 * A judge of requests and answers, made from an OpenAPI 3.1 document in `contracts/`. Schemas are compiled when they
 * are first needed and then kept, so that judging costs microseconds.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
}

interface Described {
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

export interface Contract {
  /** The operation for an address, with the variable parts of its path. */
  find(method: string, path: string): { operation: Operation; path: Record<string, string> } | undefined
  operations: readonly Operation[]
  /** What is wrong with a value by a schema of `components`. */
  problems(schema: string, value: unknown): string[]
  /** The names of the properties that a schema of `components` knows. */
  propertiesOf(schema: string): string[]
}

/** A status that the contract names without saying what comes with it. */
const anything = {}

// Widths of numbers and the like, which a checker of texts has nothing to say about.
const silentFormats = ['int32', 'uint32', 'decimal', 'binary', 'double', 'float', 'int64', 'unixtime']

const read = new Map<string, Contract>()

/**
 * Read once per process: each test may start a stand-in of its own.
 * @param file its address below `contracts/`, such as `instagram/openapi.json`.
 */
export function contract(file: string): Contract {
  const known = read.get(file) ?? readContract(file)
  read.set(file, known)
  return known
}

function readContract(file: string): Contract {
  const document = contractFile<{
    paths: Record<string, Record<string, Described> & { parameters?: Parameter[] }>
    components: { schemas: Record<string, { properties?: object }> }
  }>(file)
  const ofValues = judge(document, false)
  const ofTexts = judge(document, true)
  const served = Object.entries(document.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, described]) => ({
      path,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      operation: operationOf(described, { path, method, shared, ofValues, ofTexts }),
    })),
  )
  // An address with fewer variable parts is meant where several fit.
  const variables = ({ path }: { path: string }) => path.split('{').length
  served.sort((one, other) => variables(one) - variables(other))
  return {
    find(method, path) {
      for (const { pattern, operation, ...row } of served) {
        const found = row.method === method ? pattern.exec(path) : null
        // Without a variable part there are no groups.
        if (found) return { operation, path: { ...found.groups } }
      }
      return undefined
    },
    operations: served.map(({ operation }) => operation),
    problems: (schema, value) => ofValues(reference(['components', 'schemas', schema]), value),
    propertiesOf: (schema) => Object.keys(document.components.schemas[schema]?.properties ?? {}),
  }
}

/** A judge of values by a file that is one JSON schema. */
export function schemaJudge(file: string): (value: unknown) => string[] {
  const judgeOfFile = judge(contractFile<object>(file), false)
  const whole = { $ref: 'contract#' }
  return (value) => judgeOfFile(whole, value)
}

function contractFile<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(new URL(`../../contracts/${file}`, import.meta.url), 'utf8')) as Shape
}

type Judge = (schema: object, value: unknown) => string[]

const FORM = 'application/x-www-form-urlencoded'

interface Place {
  path: string
  method: string
  /** Parameters of every method of the path. */
  shared: readonly Parameter[]
  ofValues: Judge
  ofTexts: Judge
}

function operationOf(described: Described, { path: address, method, shared, ofValues, ofTexts }: Place): Operation {
  const at = ['paths', address, method]
  const placed = (list: readonly Parameter[], place: string[]) =>
    list.map((parameter, index) => ({ ...parameter, schema: reference([...place, String(index), 'schema']) }))
  const parameters = [
    ...placed(shared, ['paths', address, 'parameters']),
    ...placed(described.parameters ?? [], [...at, 'parameters']),
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

function reference(parts: string[]): { $ref: string } {
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  return { $ref: `contract#/${pointer.join('/')}` }
}

/** One judge per document: a schema given again, the same object, is not compiled again. */
function judge(document: object, coerceTypes: boolean): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes })
  ajvFormats.default(ajv)
  for (const format of silentFormats) ajv.addFormat(format, true)
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const keys = new WeakMap<object, string>()
  return (schema, value) => {
    const key = keys.get(schema) ?? JSON.stringify(schema)
    keys.set(schema, key)
    const validate = compiled.get(key) ?? ajv.compile(schema)
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}`,
    )
  }
}
