/** The address of a link in a file, which leaves the page; null for one that would run a script or has no meaning here. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
}
