/** Of an account that is to be deleted: it opens none of the pages that the navigation leads to. */
const withoutNavigation = '/user/keep-account'

/** Whether pages of this path have the navigation (SPEC "Root screen"). */
export function hasNavigation(pathname: string): boolean {
  return /^\/(admin|user|platform)(\/|$)/.test(pathname) && pathname !== withoutNavigation
}
