/** styled-components puts an empty style element into the page and fills it through the CSSOM: the hash is that of nothing. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * For the app's own pages and scripts: a worker goes by its script's. `contentUrl`: the origin that user content comes
 * from, when it has its own. `style`: hash of the style element that the shell's build put into the page.
 */
export function codeHeaders(contentUrl: string | null, style = ''): Record<string, string> {
  const content = contentUrl === null ? '' : ` ${contentUrl}`
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' ${emptyStyle} ${style}`.trim(),
      `img-src 'self' data: blob:${content}`,
      "font-src 'self'",
      `connect-src 'self'${content}`,
      `media-src 'self' blob:${content}`,
      `frame-src 'self'${content}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "worker-src 'self'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** What a page carries beside `codeHeaders`. */
export function documentHeaders({
  protocol,
  hostname,
}: {
  protocol: string
  hostname: string
}): Record<string, string> {
  return {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    // Elsewhere over plain http a browser ignores it, and says so in the console as an error.
    ...(protocol === 'https' || loopback.test(hostname) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
  }
}
