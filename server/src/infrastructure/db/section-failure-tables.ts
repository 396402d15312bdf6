/** The last report of an account about a version of a section. */
export interface SectionFailuresTable {
  section: string
  /** The folder of the version in addresses: a built-in version has another one after each change of its contents. */
  build: string
  user_id: string
  version: string
  cause: string
  reason: string
  address: string | null
  /** Reports by this account. */
  count: number
  reported_at: number
}

/** Administrators were notified of this cause. */
export interface SectionNoticesTable {
  section: string
  build: string
  cause: string
  notified_at: number
}

export interface SectionFailureTables {
  section_failures: SectionFailuresTable
  section_notices: SectionNoticesTable
}
