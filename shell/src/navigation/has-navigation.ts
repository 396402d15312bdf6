/** Whether pages of this path have the navigation (SPEC "Root screen"). */
export function hasNavigation(pathname: string): boolean {
  return /^\/(admin|user|platform)(\/|$)/.test(pathname)
}
