/**
 * styled-components puts an empty style element into the page and fills it through the CSSOM: this is the hash of the
 * empty string.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * For the app's own pages and scripts: the headers of its script apply to a worker. `contentUrl`: the origin that user content comes
 * from, when it has its own. `style`: hash of the style element that the shell's build put into the page. `socket`: the
 * origin of another server for events. `recaptcha`: the origin of its script, for the pages that use it.
 */
export function codeHeaders(
  contentUrl: string | null,
  {
    style = '',
    socket = null,
    recaptcha = null,
  }: { readonly style?: string; readonly socket?: string | null; readonly recaptcha?: string | null } = {},
): Record<string, string> {
  const content = contentUrl === null ? '' : ` ${contentUrl}`
  // What reCAPTCHA documents. Its script comes from two hosts.
  const ofRecaptcha = recaptcha === null ? '' : ` ${recaptcha}/recaptcha/`
  const scripts = recaptcha === null ? '' : `${ofRecaptcha} https://www.gstatic.com/recaptcha/`
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${scripts}`,
      `style-src 'self' ${emptyStyle} ${style}`.trim(),
      `img-src 'self' data: blob:${content}`,
      "font-src 'self'",
      `connect-src 'self'${content}${socket === null ? '' : ` ${socket}`}${ofRecaptcha}`,
      `media-src 'self' blob:${content}`,
      `frame-src 'self'${content}${ofRecaptcha}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "worker-src 'self'",
      "manifest-src 'self'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/** How a page was requested. */
interface PageAddress {
  readonly protocol: string
  readonly hostname: string
}

/** Whether the page is a secure context: browsers have workers and install apps nowhere else. */
export const isSecureContext = ({ protocol, hostname }: PageAddress): boolean =>
  protocol === 'https' || loopback.test(hostname)

/** The headers of a page beside `codeHeaders`. */
export function documentHeaders(address: PageAddress): Record<string, string> {
  return {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    // Over plain http elsewhere, browsers ignore it and log an error to the console.
    ...(isSecureContext(address) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
  }
}

/**
 * Whether whoever has the address of a page can use it: links, upload requests, invitations, confirmations. Search
 * engines must not list it, and no site, this one included, must learn it by `Referer`.
 */
export const isSecretAddress = (pathname: string): boolean =>
  /^\/(share|request|team-folder-invitation|verify-email)\/[^/]/.test(pathname)

/** The headers of such a page beside `codeHeaders`. */
export const secretAddressHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
