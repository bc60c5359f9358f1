/** The client's question to the model, parsed as the service parses it. */

/** The parts of a request that the stand-in reads; the contract has judged the rest. */
export interface ChatQuestion {
  model: string
  messages: { role: string; content: string | ContentPart[] }[]
  stream?: boolean | null
  stream_options?: { include_usage?: boolean } | null
  max_completion_tokens?: number | null
  max_tokens?: number | null
}

type ContentPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

interface AskedImage {
  type: string
  bytes: number
  /** `no address`: it does not begin as one that holds an image. `no image`: it holds something else. */
  problem?: 'no address' | 'no image'
}

const dataAddress = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** The first bytes of the formats that the vendor takes. */
const beginnings: Record<string, string> = { png: '89504e47', jpeg: 'ffd8ff', gif: '47494638', webp: '52494646' }

const partsOf = ({ messages }: ChatQuestion): ContentPart[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  )

/** All that was said, in order. */
export const textOf = (question: ChatQuestion): string =>
  partsOf(question)
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n')

export const imagesOf = (question: ChatQuestion): AskedImage[] =>
  partsOf(question).flatMap((part) => (part.type === 'image_url' ? imageAt(part.image_url.url) : []))

function imageAt(url: string): AskedImage {
  const [, type = '', base64 = ''] = dataAddress.exec(url) ?? []
  if (type === '') return { type, bytes: 0, problem: 'no address' }
  const bytes = Buffer.from(base64, 'base64')
  const isImage = bytes.toString('hex', 0, 4).startsWith(beginnings[type] ?? 'none')
  return { type, bytes: bytes.length, ...(!isImage && { problem: 'no image' as const }) }
}
