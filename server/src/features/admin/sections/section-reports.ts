import { day } from '../../../infrastructure/clock.ts'
import type { Infrastructure } from '../../../infrastructure/infrastructure.ts'
import type { AccountsByBase } from '../../frontend/compose-sections.ts'
import { buildOf, type SectionVersion } from '../../frontend/section-versions.ts'
import type { Notifications } from '../../notifications/notification-service.ts'
import { administratorIds } from '../../users/user.store.ts'
import { createFailures, type Failure, ownAddress } from './failures.ts'
import {
  accountsByBuild,
  claimNotice,
  deleteOldFailures,
  type FailureRow,
  newestFailures,
  storeFailure,
} from './section-failure.store.ts'

const FAILURES_KEPT_MS = 30 * day
const NOTICES_KEPT_MS = 365 * day
const MAX_LISTED = 500

/** What a version is reported for. `unknown`: a shell of an earlier release does not send it. */
export type Cause =
  | 'broken'
  | 'incompatible'
  | 'integrity'
  | 'mistaken'
  | 'start'
  | 'threw'
  | 'timeout'
  | 'unknown'
  | 'unreachable'

export interface BrowserReport {
  readonly cause: Cause
  readonly reason: string
  readonly address: string | null
}

/** A version that does not work, found by a browser or by the server. */
export interface FailedVersion {
  readonly section: string
  readonly build: string
  readonly version: string
  readonly cause: Cause
}

/** What browsers report of sections that do not work. */
export interface SectionReports {
  /** Only the reports of accounts are stored, choose the fallback and notify administrators. */
  add(version: SectionVersion, report: BrowserReport, userId: string | null): Promise<void>
  /** Notifies all administrators, once for each version and cause. */
  notify(failed: FailedVersion): Promise<void>
  /** By base address of a version, how many accounts reported it; the same object as long as nothing changes. */
  accounts(): AccountsByBase
  /** Reads what other processes have stored. */
  refresh(): Promise<void>
  /** Of accounts, the newest first. */
  stored(): Promise<readonly FailureRow[]>
  /** Of browsers without an account, the newest first. */
  anonymous(id: string): readonly Failure[]
  /** Reports that this process received. */
  readonly received: number
  sweep(): Promise<void>
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'log' | 'transact'> & { readonly notifications: Notifications }

export function createSectionReports({ clock, db, log, transact, notifications }: Deps): SectionReports {
  const visitors = createFailures()
  let accounts: AccountsByBase = new Map()
  let received = 0

  async function refresh(): Promise<void> {
    const rows = await accountsByBuild(db)
    const read = new Map(rows.map((row) => [`/ui/sections/${row.section}/${row.build}/`, Number(row.accounts)]))
    const isSame = read.size === accounts.size && [...read].every(([base, count]) => accounts.get(base) === count)
    if (!isSame) accounts = read
  }

  async function notify({ section, build, version, cause }: FailedVersion): Promise<void> {
    await transact(async (trx) => {
      const administrators = await administratorIds(trx)
      if (administrators.length === 0) return
      if (!(await claimNotice(trx, { section, build, cause, notified_at: clock.now() }))) return
      for (const id of administrators)
        await notifications.notify(trx, id, {
          category: 'section-failure',
          title: 'notification.section_failure.title',
          description: 'notification.section_failure.description',
          values: { section, version, cause },
          action: {
            type: 'url',
            params: { url: '/admin/sections', target: null, button: 'notification.show_sections' },
          },
        })
    })
  }

  return {
    async add(found, { cause, reason, address: reported }, userId) {
      received += 1
      const { id: section } = found
      const build = buildOf(found)
      const version = found.version ?? 'unknown'
      const address = ownAddress(reported)
      const at = clock.now()
      const isNews =
        userId === null
          ? visitors.add(section, { version, reason, address, at })
          : await transact((trx) =>
              storeFailure(trx, {
                section,
                build,
                user_id: userId,
                version,
                cause,
                reason,
                address,
                count: 1,
                reported_at: at,
              }),
            )
      // The reason is left out: the browser chooses it.
      if (isNews)
        log.warn({ section, version, build, cause, address, accountId: userId }, 'a section did not work in a browser')
      if (userId === null) return
      await refresh()
      await notify({ section, build, version, cause })
    },
    notify,
    accounts: () => accounts,
    refresh,
    stored: () => newestFailures(db, MAX_LISTED),
    anonymous: (id) => visitors.of(id),
    get received() {
      return received
    },
    async sweep() {
      const now = clock.now()
      await transact((trx) =>
        deleteOldFailures(trx, { failures: now - FAILURES_KEPT_MS, notices: now - NOTICES_KEPT_MS }),
      )
      await refresh()
    },
  }
}
