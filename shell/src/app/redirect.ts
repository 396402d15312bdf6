/** Never leaves this origin: a foreign or odd address is answered with null. */
export function safeRedirect(wanted: string | null, origin: string = location.origin): string | null {
  // A browser drops tabs and line ends from addresses and reads a backslash as a slash: refused before it is parsed.
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(wanted)) return null
  if (!URL.canParse(wanted, origin)) return null
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  if (target !== origin || pathname.startsWith('//')) return null
  return pathname + search + hash
}

/** Address of SignIn that comes back to `wanted`. */
export function signInFor(signIn: string, wanted: string): string {
  return `${signIn}?redirect=${encodeURIComponent(wanted)}`
}
