/**
 * A judge of requests and answers, made from an OpenAPI 3.1 document in `contracts/`. Schemas are compiled when they
 * are first needed and then kept, so that judging costs microseconds.
 */
import { readFileSync } from 'node:fs'
import { judge } from './judge.ts'
import { type Described, type Operation, operationOf, type Parameter, reference } from './operation.ts'

export interface Contract {
  /** The operation for an address, with the variable parts of its path. */
  find(method: string, path: string): { operation: Operation; path: Record<string, string> } | undefined
  operations: readonly Operation[]
  /** What is wrong with a value by a schema of `components`. */
  problems(schema: string, value: unknown): string[]
  /** The names of the properties that a schema of `components` knows. */
  propertiesOf(schema: string): string[]
}

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
