/** Runs dependency-cruiser with the rules of .dependency-cruiser.mjs, on this tree or on another one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import architecture from '../../.dependency-cruiser.mjs'
import { partCycles } from './part-cycles.mjs'
import { root, workspaces } from './place.mjs'

/** `{ modules, violations: [{ rule, from, to }] }` for the given files and folders, relative to `baseDir`. */
export async function checkArchitecture({ baseDir = root, paths = [...workspaces, 'scripts'] } = {}) {
  const { enhancedResolveOptions, ...options } = architecture.options
  const present = paths.filter((path) => existsSync(join(baseDir, path)))
  const { output } = await cruise(
    present,
    { ...options, baseDir, validate: true, ruleSet: { forbidden: architecture.forbidden } },
    enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a result')
  return {
    modules: output.summary.totalCruised,
    violations: [
      ...output.summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        from,
        to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
      })),
      ...partCycles(output.modules),
    ],
  }
}
