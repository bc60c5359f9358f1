/** What a command takes on its line. Anything else is refused in one sentence, before anything is set up. */
import { CannotGoOn } from './say.mjs'

/**
 * @param {string} usage such as 'npm run import -- FILE [--company ID]'
 * @param {{ valued?: string[], flags?: string[], files?: number, argv?: string[] }} allowed `valued`: names of options that take a value
 */
export function checkArguments(usage, { valued = [], flags = [], files = 0, argv = process.argv.slice(2) } = {}) {
  const [name] = usage.split(' -- ')
  let named = 0
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at]
    if (!argument.startsWith('-') || argument === '-') named += 1
    else if (flags.some((flag) => argument === `--${flag}`)) continue
    else {
      const [option, ...value] = argument.split('=')
      if (!valued.includes(option.replace(/^--/, '')) || !option.startsWith('--'))
        throw new CannotGoOn(`${option} is not an option of ${name}. Usage: ${usage}`)
      if (value.length === 0) at += 1
    }
    if (named > files) throw new CannotGoOn(`${name} does not take “${argument}”. Usage: ${usage}`)
  }
}
