/** Finds spreads of an object literal (`...{ a, b }`): plain properties say the same. `...(isGiven && { a })` is none. */
import ts from 'typescript'
import { complaintsOf, parseSource } from './source-files.mjs'

/** The lines of a source text on which an object literal is spread. */
export function spreadLiteralLines(path, text) {
  // Parsing every file takes seconds.
  if (!/\.\.\.[\s(]*\{/.test(text)) return []
  const source = parseSource(path, text)
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

/** Every spread literal in the workspaces and scripts, as lines to print. */
export const spreadLiterals = () =>
  complaintsOf((path, text) =>
    spreadLiteralLines(path, text).map(
      (line) => `${path}:${line}: write plain properties instead of spreading an object literal`,
    ),
  )
