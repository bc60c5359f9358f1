/** A form with one file: the file as a stream, then the rest of the form, which must hold no other. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidInput, tooLarge } from '../errors.ts'

const MB = 1024 * 1024

const sizeText = (bytes: number) => (bytes >= MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / 1024)} kB`)

export interface FormFile {
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
      name: part.filename,
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
