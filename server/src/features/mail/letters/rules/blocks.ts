/**
 * A letter as blocks, and the two parts of a mail made from them: the same words in both. Simple HTML: a table, own styles, no
 * picture, and nothing from anywhere else.
 */

export type Block =
  | { kind: 'heading' | 'section' | 'text'; text: string }
  /** Words, and a link after them. */
  | { kind: 'small'; text: string; url?: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'rule' }

export interface Letter {
  subject: string
  blocks: readonly Block[]
  /** Why the recipient gets it, and how it ends. */
  footer: readonly Block[]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Text of users may hold anything: control characters become spaces, line breaks stay. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]+/gu, ' ').trim()

function textOf(block: Block): string {
  switch (block.kind) {
    case 'button':
      return `${printable(block.label)}:\n${block.url}`
    case 'rule':
      return '-- '
    case 'small':
      return [printable(block.text), ...(block.url ? [block.url] : [])].join(' ')
    default:
      return printable(block.text)
  }
}

export const asText = ({ blocks, footer }: Letter): string =>
  `${[...blocks, { kind: 'rule' } as const, ...footer].map(textOf).join('\n\n')}\n`

const lines = (text: string): string => escapeHtml(printable(text)).replaceAll('\n', '<br>\n')

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 class="ink" style="margin:0 0 8px;font-size:18px;line-height:1.35;font-weight:650;color:#26211d">${lines(block.text)}</h2>`
    case 'section':
      return `<h3 class="ink" style="margin:24px 0 4px;font-size:15px;line-height:1.4;font-weight:650;color:#26211d">${lines(block.text)}</h3>`
    case 'text':
      return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#26211d">${lines(block.text)}</p>`
    case 'small': {
      const link = block.url
        ? ` <a class="soft" href="${escapeHtml(block.url)}" style="color:#6b625b">${escapeHtml(block.url)}</a>`
        : ''
      return `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#6b625b;overflow-wrap:anywhere">${lines(block.text)}${link}</p>`
    }
    case 'button': {
      const url = escapeHtml(block.url)
      return `<p style="margin:0 0 8px"><a class="button" href="${url}" style="display:inline-block;padding:11px 18px;border-radius:8px;background:#b5471a;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(printable(block.label))}</a></p>
<p class="soft" style="margin:0 0 20px;font-size:13px;line-height:1.5;color:#6b625b;word-break:break-all">${url}</p>`
    }
    case 'rule':
      return '<hr class="line" style="border:0;border-top:1px solid #e6e0da;margin:24px 0 16px">'
  }
}

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #181512 !important }
  .card { background: #221e1b !important; border-color: #3a332e !important }
  .ink { color: #f2ede8 !important }
  .soft { color: #b8aea6 !important }
  .button { background: #f0a06a !important; color: #2a1507 !important }
  .line { border-color: #3a332e !important }
  .name { color: #f0a06a !important }
}`

export function asHtml({ subject, blocks, footer }: Letter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(printable(subject))}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f4f1">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f4f1;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="name" aria-hidden="true" style="padding:0 4px 12px;font-size:15px;font-weight:700;color:#b5471a">tangelo</td></tr>
<tr><td class="card" style="padding:28px 24px 20px;background:#ffffff;border:1px solid #e6e0da;border-radius:12px">
${[...blocks, { kind: 'rule' } as const, ...footer].map(htmlOf).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
