// Jest's order of test files, after those that measure and those that take longest. Jest knows durations only where it has
// run before, and a long file that begins last keeps one processor waiting.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const requireFromJest = createRequire(createRequire(import.meta.url).resolve('jest'))
const { default: Sequencer } = createRequire(requireFromJest.resolve('@jest/core'))('@jest/test-sequencer')

const slowFiles = [
  'testing/fuzz/fuzz',
  'features/backup/backup',
  'access/matrix/matrix',
  'features/files/bulk',
  'features/files/unblocked',
  'process',
  'infrastructure/thumbnails/thumbnailer',
  'features/auth/no-enumeration',
  'features/setup/wizard-database',
  'features/setup/wizard-environment',
  'features/setup/wizard-images',
  'features/teams/large-links-of-members',
  'features/search/search',
  'infrastructure/mail/mailer',
  'regular-expressions',
  'features/backup/restore-backup',
  'features/zip/zip-download',
  'features/files/browse-folder',
  'features/uploads/crash',
  'features/search/shared-search',
  'features/account/storage-usage',
].map((name) => `/server/src/${name}.test.ts`)

/**
 * Files that measure how long the event loop is blocked. The heap of a worker grows with each file that it runs; one of
 * hundreds of megabytes is marked by V8 for a tenth of a second between the allocations of what is measured.
 */
const measures = (path) =>
  path.includes('/server/src/') && /\/testing\/(unblocked|longest-block)\.ts/.test(readFileSync(path, 'utf8'))

export default class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const ranked = super.sort(tests).map((test) => {
      const at = slowFiles.findIndex((file) => test.path.endsWith(file))
      return { test, isMeasured: measures(test.path), rank: at === -1 ? slowFiles.length : at }
    })
    return ranked
      .toSorted((a, b) => Number(b.isMeasured) - Number(a.isMeasured) || a.rank - b.rank)
      .map(({ test }) => test)
  }
}
