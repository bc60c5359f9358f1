/** The source files of the workspaces and scripts, and their syntax. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root, workspaces } from './place.mjs'

const kinds = { tsx: ts.ScriptKind.TSX, ts: ts.ScriptKind.TS, mjs: ts.ScriptKind.JS }

/** @type {(path: string, text: string) => ts.SourceFile} */
export const parseSource = (path, text) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kinds[path.split('.').at(-1) ?? 'ts'])

/** What `complain` returns for each file under `baseDir`: its arguments are the path from there and the text. */
export const complaintsOf = (complain, baseDir = root) =>
  [...workspaces, 'scripts'].flatMap((workspace) =>
    listSourcesUnder(join(baseDir, workspace)).flatMap((path) =>
      complain(path.slice(baseDir.length + 1), readFileSync(path, 'utf8')),
    ),
  )

function listSourcesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'results'].includes(entry.name) ? [] : listSourcesUnder(path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })
}
