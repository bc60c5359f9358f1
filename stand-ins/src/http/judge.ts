/** Judges values by the schemas of one document, each compiled when it is first needed. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { Judge } from './operation.ts'

// Widths of numbers and the like, which a checker of texts has nothing to say about.
const silentFormats = ['int32', 'uint32', 'decimal', 'binary', 'double', 'float', 'int64', 'unixtime']

/** One judge per document: a schema given again, the same object, is not compiled again. */
export function judge(document: object, coerceTypes: boolean): Judge {
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
