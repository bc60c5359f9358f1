/** Text for machines, with a button that copies it. What is wider or longer than its place scrolls, by keyboard too. */
import { ScrollBox } from './scroll-box.tsx'
import './code-block.css'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

interface CodeBlockProps {
  readonly label: string
  readonly text: string
  readonly copyLabel: string
  /** Said when the browser refuses to copy. */
  readonly copyFailed: string
  /** Long lines break instead of scrolling. */
  readonly wraps?: boolean
  /** For screen readers, which do not see the tick. */
  readonly copiedText: string
}

export function CodeBlock({ label, text, copyLabel, copiedText, copyFailed, wraps = false }: CodeBlockProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    if (await copyText(text, { title: copyFailed })) setCopied(text)
  }
  return (
    <div className="code-block">
      <ScrollBox label={label} data-wraps={wraps || undefined}>
        <pre>{text}</pre>
      </ScrollBox>
      <IconButton
        size="small"
        label={copyLabel}
        icon={copied === text ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
      <p className="sr-only" role="status">
        {copied === text ? copiedText : ''}
      </p>
    </div>
  )
}
