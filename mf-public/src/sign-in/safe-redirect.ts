/** The path of this origin that `wanted` names, or null: an address elsewhere, or one that a browser would read as such, is refused. */
export function safeRedirect(wanted: string | null, origin: string): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  if (url.pathname === '/sign-in') return null
  return url.pathname + url.search + url.hash
}
