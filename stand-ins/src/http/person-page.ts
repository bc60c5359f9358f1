/** Pages on which a person decides something at a vendor; plain links, so that a browser needs nothing else. */
import type { Answer } from './send.ts'

/** @param content HTML; what comes from an address is escaped in it. */
export function personPage(status: number, title: string, content: string): Answer {
  const body = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} (stand-in)</title></head>
<body style="font-family: sans-serif; max-width: 32rem; margin: 4rem auto; line-height: 1.6">
${content}
</body></html>
`
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
