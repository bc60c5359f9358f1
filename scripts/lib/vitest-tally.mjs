/**
 * A Vitest reporter that writes every test with its project, file, name and state, and how long each file took, to the file
 * named by TALLY_FILE: the built-in JSON report does not say which project a test belongs to.
 */
import { writeFileSync } from 'node:fs'

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter from the default export
export default class VitestTally {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => {
      const project = module.project.name
      const file = module.relativeModuleId
      const brokenFile = module.errors().length > 0 ? [{ project, file, name: 'the file itself', state: 'failed' }] : []
      const cases = [...module.children.allTests()].map((test) => ({
        project,
        file,
        name: test.fullName,
        state: test.result().state,
      }))
      return [...brokenFile, ...cases]
    })
    const files = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return { name: `${module.project.name} › ${module.relativeModuleId}`, ms: collectDuration + duration }
    })
    writeFileSync(process.env.TALLY_FILE, JSON.stringify({ tests, files, unhandled: unhandledErrors.length }))
  }
}
