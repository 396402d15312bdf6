/** Whether the rail stands beside the page (SPEC "Root screen"). */
export function hasNavigation(pathname: string): boolean {
  return /^\/(admin|user|platform)(\/|$)/.test(pathname)
}
