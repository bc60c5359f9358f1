/**
 * The content security policy lets in only styles that carry the page's nonce. The layers lock the page's scrolling
 * with a style element of their own, and ask a global for its nonce: every part that opens a layer imports this file.
 */
declare global {
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

export {}
