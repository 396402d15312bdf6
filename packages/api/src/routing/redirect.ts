const ORIGIN = 'http://redirect.invalid'

/** Path, query and fragment of `target` where it is on this origin; null where it is not, or is not a path. */
export function safeRedirect(target: string | null): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, ORIGIN)) return null
  // A browser drops tabs and line ends and reads a backslash as a slash; URL parses in the same way.
  const { origin, pathname, search, hash } = new URL(target, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : null
}

/** The path of SignIn with `target` as the redirect in its query. */
export function signInFor(signIn: string, target: string): string {
  return `${signIn}?redirect=${encodeURIComponent(target)}`
}
