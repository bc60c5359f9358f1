/** One calm line to the user while a command sets itself up, or one sentence when it cannot go on. */

export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Thrown where a command cannot go on: its message is a sentence for the user, and no stack trace is shown. */
export class CannotGoOn extends Error {}

/** Runs a command's body; a reason to stop becomes one sentence and exit code 1. */
export async function command(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error
    say(error.message)
    process.exit(1)
  }
}
