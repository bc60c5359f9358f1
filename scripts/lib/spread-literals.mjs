/** Finds spreads of an object literal (`...{ a, b }`): plain properties say the same. `...(isGiven && { a })` is none. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root, workspaces } from './place.mjs'

const kinds = { tsx: ts.ScriptKind.TSX, ts: ts.ScriptKind.TS, mjs: ts.ScriptKind.JS }

/** The lines of a source text on which an object literal is spread. */
export function spreadLiteralLines(path, text) {
  // Parsing every file takes seconds.
  if (!/\.\.\.[\s(]*\{/.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kinds[path.split('.').at(-1) ?? 'ts'])
  /** @type {number[]} */
  const lines = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(withoutParentheses(node.expression)))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

/** @type {(node: ts.Expression) => ts.Expression} */
const withoutParentheses = (node) => (ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node)

/** Every spread literal in the workspaces and scripts under `baseDir`, as lines to print. */
export function spreadLiterals(baseDir = root) {
  return [...workspaces, 'scripts'].flatMap((workspace) =>
    sourcesUnder(join(baseDir, workspace)).flatMap((path) =>
      spreadLiteralLines(path, readFileSync(path, 'utf8')).map(
        (line) =>
          `${path.slice(baseDir.length + 1)}:${line}: write plain properties instead of spreading an object literal`,
      ),
    ),
  )
}

function sourcesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'results'].includes(entry.name) ? [] : sourcesUnder(path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
}
