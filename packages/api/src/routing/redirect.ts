const ORIGIN = 'http://redirect.invalid'

/** Path, query and fragment of an address on this origin; null for any other. */
export function safeRedirect(target: string | null): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, ORIGIN)) return null
  // Parsed as a browser does it, which drops tabs and line ends and reads a backslash as a slash.
  const { origin, pathname, search, hash } = new URL(target, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : null
}

/** Address of SignIn that comes back to `target`. */
export function signInFor(signIn: string, target: string): string {
  return `${signIn}?redirect=${encodeURIComponent(target)}`
}
