/** Which statements touch a table that is spread by company without naming the company. For PostgreSQL's words as the product sends them. */
import pg from 'pg'

/** Calls back with the text of every statement until the answer is called. */
export function recordStatements(record: (text: string) => void): () => void {
  const send = pg.Client.prototype.query as (...values: unknown[]) => unknown
  function queryAndRecord(this: pg.Client, ...values: unknown[]) {
    const [query] = values
    const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
    if (text) record(text)
    return send.apply(this, values)
  }
  pg.Client.prototype.query = queryAndRecord as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}

/** The tables of the list that a statement reads or writes without a condition on, or a value for, their company. */
export function tablesWithoutCompany(statement: string, spread: readonly string[]): string[] {
  return [...new Set(scopesOf(statement).flatMap((scope) => withoutCompany(scope, spread)))]
}

/** A statement and each of its subqueries by itself, without strings and without what they select. */
function scopesOf(statement: string): string[] {
  const text = statement
    .toLowerCase()
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
  const scopes: string[] = []
  /** From an opening parenthesis on; answers its closing one. What is inside a subquery may name the company for those around it. */
  const read = (from: number): { inside: string; to: number } => {
    let inside = ''
    for (let at = from; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (sign === ')') return { inside, to: at }
      if (sign !== '(') {
        inside += sign
        continue
      }
      const nested = read(at + 1)
      at = nested.to
      if (/^\s*(select|with|insert|update|delete)\b/.test(nested.inside)) {
        scopes.push(nested.inside)
        inside += '(?)'
      } else inside += `(${nested.inside})`
    }
    return { inside, to: text.length }
  }
  return [read(0).inside, ...scopes]
}

const REFERENCE = /\b(?:from|join|update|into|using|,)\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?([a-z_0-9]+))?/g
const WORDS = new Set([
  'on',
  'where',
  'set',
  'left',
  'right',
  'inner',
  'cross',
  'join',
  'group',
  'order',
  'limit',
  'values',
  'select',
  'union',
  'for',
  'using',
  'returning',
  'natural',
  'full',
  'default',
])

function withoutCompany(scope: string, spread: readonly string[]): string[] {
  // What is selected names no company; what is inserted may, in its list of columns.
  const conditions = scope.replaceAll(/\bselect\b.*?\bfrom\b/g, 'select from')
  return [...conditions.matchAll(REFERENCE)].flatMap(([reference, table = '', given]) => {
    if (!spread.includes(table)) return []
    if (/\binto\s+$/.test(reference.replace(/[a-z_]+(\s+(as\s+)?[a-z_0-9]+)?$/, '')))
      return new RegExp(`into ${table}( as [a-z_]+)? ?\\([^)]*company_id`).test(scope) ? [] : [table]
    const alias = given && !WORDS.has(given) ? given : table
    const isNamed = new RegExp(`\\b${alias}\\.company_id\\b`).test(conditions)
    const isAlone = /(^|[\s(,])company_id\s*(=|in\b|,)/.test(conditions)
    return isNamed || isAlone ? [] : [table]
  })
}
