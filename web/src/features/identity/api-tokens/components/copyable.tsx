import { CodeBlock } from '#ui/code-block.tsx'
import { texts } from '../texts.ts'

interface CopyableProps {
  readonly label: string
  readonly text: string
  readonly wraps?: boolean
}

/** A block of text for machines, in the words of this room. */
export function Copyable({ label, text, wraps = false }: CopyableProps) {
  return (
    <CodeBlock
      label={label}
      text={text}
      wraps={wraps}
      copyLabel={`${texts.copy}: ${label}`}
      copiedText={texts.copied}
      copyFailed={texts.copyFailed}
    />
  )
}
