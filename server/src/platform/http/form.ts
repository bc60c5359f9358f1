/** Forms with files, read as streams: one file and nothing else, or some, one after the other. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Failure, invalidInput, tooLarge } from '../errors.ts'

const MB = 1024 * 1024

const sizeText = (bytes: number) => (bytes >= MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / 1024)} kB`)

/** Of a file whose sender, a program, gives it no name: the parser has none either, whatever its types say. */
const NAMELESS = 'file'

interface FormFile {
  /** As the sender names it. */
  name: string
  stream: Readable
  /** Call when the stream has been read: throws when the file was cut at `bytesMax`, or the form is not right to its end. */
  end(): Promise<void>
}

/** Throws `invalid_input` when the first file of the form is not in that field. */
export async function oneFile(
  request: FastifyRequest,
  { field, bytesMax }: { field: string; bytesMax: number },
): Promise<FormFile> {
  const parts = request.parts({ limits: { fileSize: bytesMax } })
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value
    if (part.type === 'field') continue
    if (part.fieldname !== field) {
      part.file.resume()
      break
    }
    return {
      name: part.filename ?? NAMELESS,
      stream: part.file,
      async end() {
        if (part.file.truncated) throw tooLarge(`Files may have up to ${sizeText(bytesMax)}: split this one`)
        // A second file, too many fields or a missing end come to light here, as a refusal by the parser.
        for (let rest = await parts.next(); !rest.done; rest = await parts.next());
      },
    }
  }
  throw invalidInput(`Send the file in a field named ${field}`, { [field]: 'is missing' })
}

export interface FormPart {
  /** From 1, in the order sent. */
  place: number
  /** As the sender names it. */
  name: string
  stream: Readable
  /** Once the stream has been read: whether the file was longer than `bytesMax`, and is cut there. */
  isCut(): boolean
}

/**
 * Calls `take` with each file of that field; `take` reads its stream to the end. What it throws is thrown when the form
 * has been read: a client that is still sending could not read a response. Returns the number of files.
 */
export async function eachFile(
  request: FastifyRequest,
  { field, bytesMax, filesMax, tooMany }: { field: string; bytesMax: number; filesMax: number; tooMany: () => Failure },
  take: (part: FormPart) => Promise<void>,
): Promise<number> {
  let place = 0
  const refusals: unknown[] = []
  try {
    const limits = { fileSize: bytesMax, files: filesMax }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') continue
      const { file } = part
      place += 1
      try {
        if (refusals.length > 0) continue
        if (part.fieldname !== field)
          throw invalidInput(`Send files in a field named ${field}`, {
            [part.fieldname]: 'is not a field of this form',
          })
        await take({ place, name: part.filename ?? NAMELESS, stream: file, isCut: () => file.truncated })
      } catch (error) {
        refusals.push(error)
      } finally {
        file.resume()
      }
    }
  } catch (error) {
    const isTooMany = error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT'
    refusals.push(isTooMany ? tooMany() : error)
  }
  if (refusals.length > 0) throw refusals[0]
  return place
}
