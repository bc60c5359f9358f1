/**
 * Cycles between the parts of features/, which a check of files cannot see: two parts that import each other through different
 * files. A part that imports another domain's index.ts depends on that domain as a whole, and the order of domains covers it.
 */

const partPattern = /^((?:server|web)\/src\/features\/[^/]+\/[^/]+)\//
const testPattern = /\.test\.tsx?$/

/** `[{ rule, from, to }]`, one for each cycle: `from` names the parts, `to` the imports that make it. */
export function partCycles(modules) {
  const graph = new Map()
  for (const { source, dependencies } of modules) {
    const from = partPattern.exec(source)?.[1]
    if (!from || testPattern.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = partPattern.exec(resolved)?.[1]
      if (!to || to === from) continue
      if (!graph.has(from)) graph.set(from, new Map())
      if (!graph.get(from).has(to)) graph.get(from).set(to, `${source} → ${resolved}`)
    }
  }
  const seen = new Set()
  return [...graph.keys()].flatMap((part) => {
    const cycle = shortestWayBack(graph, part)
    const key = cycle && [...cycle].sort().join()
    if (!key || seen.has(key)) return []
    seen.add(key)
    const imports = cycle.map((from, at) => graph.get(from).get(cycle[(at + 1) % cycle.length]))
    return [{ rule: 'no-cycles-between-parts', from: cycle.join(' → '), to: imports.join(', ') }]
  })
}

function shortestWayBack(graph, start) {
  const queue = [[start]]
  const visited = new Set()
  for (const way of queue)
    for (const next of graph.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return way
      if (visited.has(next)) continue
      visited.add(next)
      queue.push([...way, next])
    }
  return null
}
