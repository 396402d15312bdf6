/** Never leaves this origin: a foreign or odd address is answered with null. */
export function safeRedirect(wanted: string | null, origin: string = location.origin): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null
  // Parsed as a browser does it, which drops tabs and line ends and reads a backslash as a slash.
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  return target === origin && !pathname.startsWith('//') ? pathname + search + hash : null
}

/** Address of SignIn that comes back to `wanted`. */
export function signInFor(signIn: string, wanted: string): string {
  return `${signIn}?redirect=${encodeURIComponent(wanted)}`
}
