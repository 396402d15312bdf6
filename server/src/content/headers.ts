/** What a browser may show in place. All of it is told by its bytes; nothing here can run a script. */
const inline: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'audio/flac',
  'application/pdf',
])

/** Types that may be named to the client: as attachments they are as harmless as the unknown. */
const active = /^(text\/html|text\/javascript|application\/xhtml\+xml|application\/xml|image\/svg\+xml|text\/css)$/

/** How user content is handed out: shown in place only from the short list, otherwise saved; run never. */
export function contentHeaders(name: string, mime: string, download: boolean): Record<string, string> {
  const shown = inline.has(mime) && !download
  const type = active.test(mime) ? 'application/octet-stream' : mime
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': `${shown ? 'inline' : 'attachment'}; ${namesOf(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  }
}

/** Once for old clients in plain ASCII, once as it is (RFC 8187). Neither can hold a quote or a line end. */
function namesOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
