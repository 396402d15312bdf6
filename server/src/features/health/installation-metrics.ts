import { Counter, Gauge, type Registry } from 'prom-client'
import { second } from '../../infrastructure/clock.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { JobCount } from '../../infrastructure/jobs/job.store.ts'
import type { SectionWatch } from '../admin/sections/section-watch.ts'
import type { SectionReports } from '../admin/sections/section-reports.ts'
import { lastBackupAt } from '../backup/last-backup.ts'
import { countAccounts, countOpenUploads } from './installation-counts.store.ts'

export type InstallationMetricsDeps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'jobs' | 'log'> & {
  readonly sectionReports: SectionReports
  readonly sectionWatch: SectionWatch
}

/** Several programs may read metrics: the database is asked once in this time. */
const TTL_MS = 10 * second

const jobStates = ['waiting', 'active', 'failed'] as const
const isMail = ({ name }: JobCount) => name.startsWith('send-')
const countOf = (jobs: readonly JobCount[]) => jobs.reduce((sum, { count }) => sum + count, 0)

async function measure({ config, db, jobs }: InstallationMetricsDeps) {
  const [accounts, uploads, counts, backupAt] = await Promise.all([
    readInBackground(() => countAccounts(db)),
    readInBackground(() => countOpenUploads(db)),
    readInBackground(() => jobs.counts()),
    lastBackupAt(config.dataDir),
  ])
  return { ...accounts, uploads, jobs: counts, backupAt }
}
type Measured = Awaited<ReturnType<typeof measure>>

function createGauges(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `holdall_${name}`, help, labelNames, registers: [registry] })
  return {
    jobs: gauge('jobs', 'Background jobs, by state', ['state']),
    oldest: gauge('jobs_oldest_age_seconds', 'Since the oldest job was created; of waiting jobs since it is due', [
      'state',
    ]),
    failedMails: gauge('mails_failed', 'Mails whose last attempt failed, within 30 days'),
    users: gauge('users', 'Accounts'),
    storedBytes: gauge('stored_bytes', 'Bytes that count towards the quotas of all accounts'),
    uploads: gauge('uploads_open', 'Uploads that are not complete'),
    backupAge: gauge('last_backup_age_seconds', 'Since the last backup of this data folder was complete'),
  }
}

function show(gauges: ReturnType<typeof createGauges>, measured: Measured, now: number): void {
  const secondsSince = (at: number) => Math.max(0, now - at) / second
  for (const state of jobStates) {
    const jobs = measured.jobs.filter((each) => each.state === state)
    gauges.jobs.set({ state }, countOf(jobs))
    gauges.oldest.set({ state }, secondsSince(Math.min(now, ...jobs.map(({ oldestAtMs }) => oldestAtMs))))
  }
  gauges.failedMails.set(countOf(measured.jobs.filter((each) => each.state === 'failed' && isMail(each))))
  gauges.users.set(measured.users)
  gauges.storedBytes.set(measured.storedBytes)
  gauges.uploads.set(measured.uploads)
  gauges.backupAge.remove()
  if (measured.backupAt !== null) gauges.backupAge.set(secondsSince(measured.backupAt))
}

/** No value, which is not the value 0. */
function clear({ jobs, oldest, ...others }: ReturnType<typeof createGauges>): void {
  for (const gauge of [jobs, oldest]) gauge.reset()
  for (const gauge of Object.values(others)) gauge.remove()
}

function registerSectionMetrics(
  registry: Registry,
  { sectionReports, sectionWatch }: Pick<InstallationMetricsDeps, 'sectionReports' | 'sectionWatch'>,
): void {
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter(
    'holdall_section_failures_total',
    'Sections that did not work in a browser, as reported to this process',
    () => sectionReports.received,
  )
  counter(
    'holdall_section_changes_total',
    'Changes of the shell and of sections that this process has noticed',
    () => sectionWatch.changes,
  )
  new Gauge({
    name: 'holdall_section_failing_accounts',
    help: 'Accounts that reported a version of a section within 30 days',
    labelNames: ['section', 'build'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [base, accounts] of sectionReports.accounts()) {
        const [section = '', build = ''] = base.split('/').slice(3)
        this.set({ section, build }, accounts)
      }
    },
  })
}

/**
 * Registers what the database knows of the installation. The result measures it, for the next answer; where the database
 * does not answer, these metrics are left out and those of the process stay.
 */
export function createInstallationMetrics(registry: Registry, deps: InstallationMetricsDeps): () => Promise<void> {
  const { clock, log } = deps
  const gauges = createGauges(registry)
  registerSectionMetrics(registry, deps)
  let cached: { readonly measured: Promise<Measured>; readonly at: number } | undefined

  return async () => {
    const now = clock.now()
    if (!cached || now - cached.at >= TTL_MS || now < cached.at) cached = { measured: measure(deps), at: now }
    const own = cached
    try {
      show(gauges, await own.measured, now)
    } catch (error) {
      if (cached === own) cached = undefined
      log.warn({ err: error }, 'the installation could not be measured')
      clear(gauges)
    }
  }
}
